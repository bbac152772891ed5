#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "certificates.hpp"

namespace pgpipe::net {
class loopback_listener;
}

namespace pgpipe::test {

// Speaks TLS in a server's place, from the first byte on, as servers from version 17 do themselves: takes connections
// on a port of 127.0.0.1 and passes their plaintext on to a server that listens there too. Ends with the object.
class tls_relay {
 public:
  // `picks_protocol`: answers the client's ALPN.
  tls_relay(const net::certificate& own, std::uint16_t server_port, bool picks_protocol = true);
  tls_relay(const tls_relay&) = delete;
  tls_relay& operator=(const tls_relay&) = delete;
  ~tls_relay();

  [[nodiscard]] std::uint16_t port() const;

 private:
  void serve();
  void relay(int client);

  net::certificate own_;
  std::uint16_t server_port_;
  bool picks_protocol_;
  std::unique_ptr<net::loopback_listener> listener_;
  std::atomic<bool> ending_ = false;
  std::vector<std::thread> relays_;
  std::thread server_;
};

}  // namespace pgpipe::test
