#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <pgpipe/net/address.hpp>
#include <pgpipe/net/socket.hpp>

namespace pgpipe::net {

inline std::pair<socket, socket> make_socket_pair() {
  int fds[2] = {-1, -1};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
  return {socket(fds[0]), socket(fds[1])};
}

// A server on a port of the loopback interface that the system picks.
class loopback_listener {
 public:
  explicit loopback_listener(int backlog = 16) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(socket_.fd(), reinterpret_cast<const sockaddr*>(&any), sizeof any), 0);
    EXPECT_EQ(::listen(socket_.fd(), backlog), 0);
    socklen_t size = sizeof bound_;
    EXPECT_EQ(::getsockname(socket_.fd(), reinterpret_cast<sockaddr*>(&bound_), &size), 0);
  }

  [[nodiscard]] socket_address address() const {
    return {reinterpret_cast<const sockaddr*>(&bound_), static_cast<socklen_t>(sizeof bound_)};
  }
  [[nodiscard]] std::uint16_t port() const { return ntohs(bound_.sin_port); }
  [[nodiscard]] socket accept() const { return socket(::accept4(socket_.fd(), nullptr, nullptr, SOCK_CLOEXEC)); }
  void close() { socket_.close(); }

 private:
  socket socket_;
  sockaddr_in bound_{};
};

inline std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

inline std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Memory of exactly this size, so that AddressSanitizer sees a byte too many.
class exact_buffer {
 public:
  explicit exact_buffer(std::size_t size) : bytes_(std::make_unique<std::byte[]>(size)), size_(size) {}
  [[nodiscard]] std::span<std::byte> span() const { return {bytes_.get(), size_}; }
  [[nodiscard]] std::string_view text(std::size_t n) const { return text_of(span().first(n)); }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_;
};

}  // namespace pgpipe::net
