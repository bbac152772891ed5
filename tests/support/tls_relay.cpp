#include "support/tls_relay.hpp"

#include <array>
#include <span>

#include <poll.h>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/dial.hpp>

#include "sockets.hpp"
#include "tls_server.hpp"

namespace pgpipe::test {
namespace {

constexpr int step_ms = 20;  // how soon an ending relay is noticed

bool send_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace

tls_relay::tls_relay(const net::certificate& own, std::uint16_t server_port, bool picks_protocol)
    : own_(own),
      server_port_(server_port),
      picks_protocol_(picks_protocol),
      listener_(std::make_unique<net::loopback_listener>()),
      server_([this] { serve(); }) {}

tls_relay::~tls_relay() {
  ending_ = true;
  // Wakes the thread that accepts.
  static_cast<void>(net::dial(listener_->address()));
  server_.join();
  for (std::thread& each : relays_) each.join();
}

std::uint16_t tls_relay::port() const { return listener_->port(); }

void tls_relay::serve() {
  for (;;) {
    net::socket client = listener_->accept();
    if (ending_) return;
    relays_.emplace_back([this, fd = client.release()] { relay(fd); });
  }
}

void tls_relay::relay(int client_fd) {
  const net::socket client(client_fd);
  const net::socket server = value_or_throw(net::dial(value_or_throw(net::numeric_address("127.0.0.1", server_port_))));
  net::tls_server_options options;
  options.picks_protocol = picks_protocol_;
  net::tls_server tls(own_, options);
  std::array<std::byte, 16384> bytes{};
  std::array<pollfd, 2> watched{pollfd{client.fd(), POLLIN, 0}, pollfd{server.fd(), POLLIN, 0}};
  while (!ending_) {
    if (::poll(watched.data(), watched.size(), step_ms) <= 0) continue;
    if (watched[0].revents != 0) {
      const ssize_t n = ::recv(client.fd(), bytes.data(), bytes.size(), 0);
      if (n <= 0) return;
      if (!send_all(client.fd(), tls.answer(std::span(bytes).first(static_cast<std::size_t>(n))))) return;
      if (!send_all(server.fd(), net::bytes_of(tls.received()))) return;
    }
    if (watched[1].revents != 0) {
      const ssize_t n = ::recv(server.fd(), bytes.data(), bytes.size(), 0);
      if (n <= 0) break;
      if (!send_all(client.fd(), tls.send(std::span(bytes).first(static_cast<std::size_t>(n))))) return;
    }
  }
  static_cast<void>(send_all(client.fd(), tls.close()));
}

}  // namespace pgpipe::test
