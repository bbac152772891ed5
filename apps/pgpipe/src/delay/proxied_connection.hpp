#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <pgpipe/net/address.hpp>
#include <pgpipe/net/epoll_loop.hpp>
#include <pgpipe/net/socket.hpp>

#include "delay/direction.hpp"

namespace pgpipe::app::delay {

// A client's connection, the connection to the server that belongs to it, and the two directions between them. The
// proxy calls on_ready() with what its loop reports for end_of(), and deliver() when due() has come; after either it
// asks is_over().
class proxied_connection {
 public:
  // What the loop's events point to.
  struct end {
    proxied_connection* owner = nullptr;
    toward side = toward::client;  // which peer is at this end
    int fd = -1;
    net::interest watched = net::interest::none;
  };

  proxied_connection(const link_settings& settings, net::epoll_loop& loop, net::socket client, std::uint64_t seed,
                     moment begin);
  proxied_connection(const proxied_connection&) = delete;
  proxied_connection& operator=(const proxied_connection&) = delete;
  ~proxied_connection();

  // Dials the server. False when it cannot be reached.
  [[nodiscard]] bool dial(const net::socket_address& server);

  void on_ready(end& at, const net::ready_event& event, moment now);
  void deliver(moment now);

  // The next moment at which deliver() has something to do.
  [[nodiscard]] std::optional<moment> due() const;
  [[nodiscard]] bool is_over() const { return over_; }

  // For the proxy's schedule: when it was told to call deliver() next.
  std::optional<moment> scheduled;

 private:
  void on_dialled();
  void watch();
  void watch(end& at, net::interest wanted);

  net::epoll_loop* loop_;
  net::socket client_;
  net::socket server_;
  end client_end_;
  end server_end_;
  direction up_;
  direction down_;
  std::optional<moment> cut_at_;
  bool dialling_ = false;
  bool over_ = false;
};

}  // namespace pgpipe::app::delay
