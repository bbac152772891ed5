#pragma once

#include <utility>

namespace pgpipe::net {

// Owns one file descriptor of a socket and closes it.
class socket {
 public:
  socket() = default;
  explicit socket(int fd) noexcept : fd_(fd) {}
  socket(socket&& other) noexcept : fd_(other.release()) {}
  socket& operator=(socket&& other) noexcept {
    if (this != &other) {
      close();
      fd_ = other.release();
    }
    return *this;
  }
  ~socket() { close(); }

  // -1 when there is none.
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }

  // Hands the descriptor to the caller, who closes it from now on.
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }

  void close() noexcept;

 private:
  int fd_ = -1;
};

}  // namespace pgpipe::net
