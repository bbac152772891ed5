#pragma once

#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/address.hpp>
#include <pgpipe/net/socket.hpp>

namespace pgpipe::app::delay {

// A socket that listens; that of a Unix-domain one has a file, which is removed at its end.
class listener {
 public:
  // "HOST:PORT", "[::1]:PORT", ":PORT" or "PORT", where no host means 127.0.0.1 and port 0 any free one; or a path of a
  // Unix socket; or a directory, where the socket gets the name that clients look for with port 5432. A usage error for
  // what is none of these, an io error when it cannot be listened there.
  [[nodiscard]] static result<listener> open(std::string_view address);

  listener(listener&& other) noexcept = default;
  listener& operator=(listener&& other) noexcept = default;
  ~listener();

  [[nodiscard]] int fd() const { return socket_.fd(); }
  // Where it listens, with the port that was found.
  [[nodiscard]] const std::string& address() const { return address_; }
  // Of TCP; 0 for a Unix socket.
  [[nodiscard]] std::uint16_t port() const { return port_; }

  // The next connection, or a socket that is not open when there is none yet.
  [[nodiscard]] net::socket accept() const;

 private:
  listener() = default;
  [[nodiscard]] result<void> listen_at(const net::socket_address& address);

  net::socket socket_;
  std::string address_;
  std::uint16_t port_ = 0;
  std::string file_;
};

}  // namespace pgpipe::app::delay
