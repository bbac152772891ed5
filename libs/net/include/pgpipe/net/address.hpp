#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sys/socket.h>

#include <pgpipe/base/result.hpp>

namespace pgpipe::net {

// Where a server listens: an IPv4, IPv6 or Unix-domain socket address.
class socket_address {
 public:
  socket_address() = default;
  socket_address(const sockaddr* from, socklen_t length);

  [[nodiscard]] const sockaddr* data() const { return reinterpret_cast<const sockaddr*>(&storage_); }
  [[nodiscard]] socklen_t size() const { return size_; }
  [[nodiscard]] int family() const { return storage_.ss_family; }
  [[nodiscard]] bool is_unix() const { return family() == AF_UNIX; }

  // "127.0.0.1:5432", "[::1]:5432" or a socket's path, abstract ones with a leading "@".
  [[nodiscard]] std::string to_string() const;

  // The numeric host alone, without brackets and port; empty for a Unix-domain socket.
  [[nodiscard]] std::string host_string() const;

 private:
  sockaddr_storage storage_{};
  socklen_t size_ = 0;
};

// Whether a conninfo host names a Unix-domain socket: a directory, or an abstract name such as "@name".
[[nodiscard]] inline bool is_unix_socket_host(std::string_view host) {
  return !host.empty() && (host.front() == '/' || host.front() == '@');
}

// Whether text is an IPv4 or IPv6 address rather than a name.
[[nodiscard]] bool is_numeric_host(std::string_view host);

// "DIRECTORY/.s.PGSQL.PORT", the name under which a server of that port listens (PostgreSQL manual, connection
// parameter "host"). A directory that begins with "@" is a name in the abstract name space. Usage error when the path
// does not fit into the system's address structure.
[[nodiscard]] result<socket_address> unix_socket_address(std::string_view directory, std::uint16_t port);

// The address that `text` (conninfo parameter "hostaddr") spells in numbers. Never asks a name server.
[[nodiscard]] result<socket_address> numeric_address(const std::string& text, std::uint16_t port);

// All addresses of a conninfo host, in the order to try them; never empty. Names are looked up with getaddrinfo(),
// which blocks and knows no deadline; sockets' directories and numeric hosts are answered without it.
[[nodiscard]] result<std::vector<socket_address>> resolve(const std::string& host, std::uint16_t port);

}  // namespace pgpipe::net
