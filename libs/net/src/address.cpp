#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <system_error>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <pgpipe/net/address.hpp>

namespace pgpipe::net {
namespace {

// The last byte of sun_path is kept for the NUL that other programs expect there.
constexpr std::size_t longest_socket_path = sizeof(sockaddr_un::sun_path) - 1;

struct freer {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};

result<std::vector<socket_address>> look_up(const std::string& host, std::uint16_t port, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int code = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  const int number = errno;
  const std::unique_ptr<addrinfo, freer> list(found);
  if (code != 0) {
    const std::string why = code == EAI_SYSTEM ? std::generic_category().message(number) : ::gai_strerror(code);
    return fail(error_category::io, "could not translate host name \"" + host + "\" to an address: " + why,
                retry_safety::safe);
  }
  std::vector<socket_address> addresses;
  for (const addrinfo* each = list.get(); each != nullptr; each = each->ai_next)
    addresses.emplace_back(each->ai_addr, each->ai_addrlen);
  if (addresses.empty())
    return fail(error_category::io, "host name \"" + host + "\" has no address", retry_safety::safe);
  return addresses;
}

std::string unix_path(const sockaddr* address, socklen_t size) {
  const auto* in = reinterpret_cast<const sockaddr_un*>(address);
  std::string path(in->sun_path, size - offsetof(sockaddr_un, sun_path));
  if (!path.empty() && path.front() == '\0') path.front() = '@';
  return path.substr(0, path.find('\0'));
}

}  // namespace

socket_address::socket_address(const sockaddr* from, socklen_t length)
    : size_(std::min(length, static_cast<socklen_t>(sizeof storage_))) {
  std::memcpy(&storage_, from, size_);
}

std::string socket_address::host_string() const {
  if (size_ == 0 || is_unix()) return {};
  char host[NI_MAXHOST];
  if (::getnameinfo(data(), size_, host, sizeof host, nullptr, 0, NI_NUMERICHOST) != 0) return {};
  return host;
}

std::string socket_address::to_string() const {
  if (size_ == 0) return {};
  if (is_unix()) return unix_path(data(), size_);
  if (family() == AF_INET6)
    return "[" + host_string() + "]:" + std::to_string(ntohs(reinterpret_cast<const sockaddr_in6*>(data())->sin6_port));
  return host_string() + ":" + std::to_string(ntohs(reinterpret_cast<const sockaddr_in*>(data())->sin_port));
}

bool is_numeric_host(std::string_view host) {
  // A link-local address may carry "%interface", which inet_pton() does not know.
  const std::string text(host.substr(0, host.find('%')));
  in6_addr bits{};
  return (text.size() == host.size() && ::inet_pton(AF_INET, text.c_str(), &bits) == 1) ||
         ::inet_pton(AF_INET6, text.c_str(), &bits) == 1;
}

result<socket_address> unix_socket_address(std::string_view directory, std::uint16_t port) {
  const std::string path = std::string(directory) + "/.s.PGSQL." + std::to_string(port);
  if (path.size() > longest_socket_path) {
    return fail(error_category::usage,
                "Unix-domain socket path \"" + path + "\" is too long (maximum " + std::to_string(longest_socket_path) +
                    " bytes)",
                retry_safety::safe);
  }
  if (path.find('\0') != std::string::npos)
    return fail(error_category::usage, "Unix-domain socket directory contains a NUL byte", retry_safety::safe);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  // An abstract name is as long as the address says, a path ends at its NUL.
  std::size_t length = offsetof(sockaddr_un, sun_path) + path.size();
  if (path.front() == '@') {
    address.sun_path[0] = '\0';
  } else {
    ++length;
  }
  return socket_address(reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(length));
}

result<socket_address> numeric_address(const std::string& text, std::uint16_t port) {
  if (!is_numeric_host(text)) {
    return fail(error_category::usage, "could not parse network address \"" + text + "\": it is not a numeric address",
                retry_safety::safe);
  }
  auto found = look_up(text, port, AI_NUMERICHOST);
  if (!found) return fail(std::move(found).error());
  return found->front();
}

result<std::vector<socket_address>> resolve(const std::string& host, std::uint16_t port) {
  if (is_unix_socket_host(host)) {
    auto address = unix_socket_address(host, port);
    if (!address) return fail(std::move(address).error());
    return std::vector<socket_address>{*address};
  }
  if (host.empty() || host.find('\0') != std::string::npos)
    return fail(error_category::usage, "host name is empty or contains a NUL byte", retry_safety::safe);
  return look_up(host, port, is_numeric_host(host) ? AI_NUMERICHOST : 0);
}

}  // namespace pgpipe::net
