#pragma once

#include <memory>
#include <utility>

namespace pgpipe::asio_client::detail {

class core;
struct incoming;

// From any thread: nobody takes any more of it.
void abandon_incoming(const std::shared_ptr<core>& on, std::shared_ptr<incoming> what);

// The right to what comes of a statement in parts. What is left when it ends is dropped as it comes.
class incoming_handle {
 public:
  incoming_handle() = default;
  incoming_handle(std::shared_ptr<core> on, std::shared_ptr<incoming> what)
      : core_(std::move(on)), what_(std::move(what)) {}
  incoming_handle(incoming_handle&&) noexcept = default;
  incoming_handle& operator=(incoming_handle&& other) noexcept {
    if (this != &other) {
      abandon();
      core_ = std::move(other.core_);
      what_ = std::move(other.what_);
    }
    return *this;
  }
  ~incoming_handle() { abandon(); }

  [[nodiscard]] const std::shared_ptr<core>& on() const { return core_; }
  [[nodiscard]] const std::shared_ptr<incoming>& what() const { return what_; }

 private:
  void abandon() {
    if (what_) abandon_incoming(core_, std::move(what_));
  }

  std::shared_ptr<core> core_;
  std::shared_ptr<incoming> what_;
};

}  // namespace pgpipe::asio_client::detail
