#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace pgpipe::asio_client::detail {

class core;

// From any thread.
void release_lease(const std::shared_ptr<core>& on, std::uint64_t id);

// The exclusive use of a connection, which ends with it.
class lease {
 public:
  lease() = default;
  lease(std::shared_ptr<core> on, std::uint64_t id) : core_(std::move(on)), id_(id) {}
  lease(lease&& other) noexcept : core_(std::move(other.core_)), id_(std::exchange(other.id_, 0)) {}
  lease& operator=(lease&& other) noexcept {
    if (this != &other) {
      release();
      core_ = std::move(other.core_);
      id_ = std::exchange(other.id_, 0);
    }
    return *this;
  }
  ~lease() { release(); }

  void release() {
    if (const std::uint64_t held = std::exchange(id_, 0); held != 0) release_lease(core_, held);
    core_.reset();
  }

  [[nodiscard]] const std::shared_ptr<core>& on() const { return core_; }
  [[nodiscard]] std::uint64_t id() const { return id_; }

 private:
  std::shared_ptr<core> core_;
  std::uint64_t id_ = 0;  // 0: nothing is held
};

}  // namespace pgpipe::asio_client::detail
