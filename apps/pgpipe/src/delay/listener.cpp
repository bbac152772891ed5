#include "delay/listener.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace pgpipe::app::delay {
namespace {

// The clients of a benchmark connect all at once.
constexpr int backlog = 4096;

tl::unexpected<error> cannot_listen(std::string_view where) {
  return fail(error_category::io,
              fmt::format("could not listen at \"{}\": {}", where, std::generic_category().message(errno)));
}

result<net::socket_address> unix_address(const std::string& path) {
  sockaddr_un made{};
  made.sun_family = AF_UNIX;
  if (path.size() >= sizeof made.sun_path) {
    return fail(error_category::usage, fmt::format("the path of a Unix socket is too long: \"{}\"", path));
  }
  std::memcpy(made.sun_path, path.c_str(), path.size() + 1);
  return net::socket_address(reinterpret_cast<const sockaddr*>(&made), sizeof made);
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

result<net::socket_address> tcp_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  std::string_view host = colon == std::string_view::npos ? "" : text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host.empty()) host = "127.0.0.1";
  const auto port = parse_port(colon == std::string_view::npos ? text : text.substr(colon + 1));
  if (!port) {
    return fail(error_category::usage,
                fmt::format("invalid address \"{}\": expected HOST:PORT, a port, or a path", text));
  }
  auto found = net::resolve(std::string(host), *port);
  if (!found) return fail(error(found.error()).add_context(fmt::format("could not listen at \"{}\"", text)));
  return found->front();
}

std::uint16_t port_of(int fd) {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &size) != 0) return 0;
  if (bound.ss_family == AF_INET) return ntohs(reinterpret_cast<const sockaddr_in*>(&bound)->sin_port);
  return ntohs(reinterpret_cast<const sockaddr_in6*>(&bound)->sin6_port);
}

}  // namespace

result<listener> listener::open(std::string_view address) {
  listener made;
  if (!address.starts_with('/')) {
    const auto to = tcp_address(address);
    if (!to) return fail(to.error());
    if (auto listens = made.listen_at(*to); !listens) return fail(listens.error());
    made.port_ = port_of(made.fd());
    const std::string shown = to->to_string();
    made.address_ = shown.substr(0, shown.rfind(':') + 1) + std::to_string(made.port_);
    return made;
  }
  std::string path(address);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) path += "/.s.PGSQL.5432";
  const auto to = unix_address(path);
  if (!to) return fail(to.error());
  if (auto listens = made.listen_at(*to); !listens) return fail(listens.error());
  made.file_ = made.address_ = path;
  return made;
}

result<void> listener::listen_at(const net::socket_address& address) {
  socket_ = net::socket(::socket(address.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  if (!address.is_unix()) ::setsockopt(socket_.fd(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (!socket_.is_open() || ::bind(socket_.fd(), address.data(), address.size()) != 0 ||
      ::listen(socket_.fd(), backlog) != 0) {
    return cannot_listen(address.to_string());
  }
  return {};
}

listener::~listener() {
  if (socket_.is_open() && !file_.empty()) ::unlink(file_.c_str());
}

net::socket listener::accept() const {
  net::socket accepted(::accept4(fd(), nullptr, nullptr, SOCK_CLOEXEC));
  const int yes = 1;
  if (port_ != 0 && accepted.is_open()) ::setsockopt(accepted.fd(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return accepted;
}

}  // namespace pgpipe::app::delay
