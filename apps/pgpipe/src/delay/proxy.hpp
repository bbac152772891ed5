#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/address.hpp>
#include <pgpipe/net/epoll_loop.hpp>

#include "bench/file_descriptor.hpp"
#include "delay/link_settings.hpp"
#include "delay/listener.hpp"
#include "delay/proxied_connection.hpp"
#include "delay/wake_up_delay.hpp"

namespace pgpipe::app::delay {

// Passes the bytes of all connections on as its link says. Call order: make(), then run() in a thread that does nothing
// else, until any thread calls stop(). It looks at no byte, so TLS goes through as it is.
class proxy {
 public:
  [[nodiscard]] static result<std::unique_ptr<proxy>> make(listener at, const net::socket_address& server,
                                                           const link_settings& settings, std::uint64_t seed);

  void run();

  // Also for signal handlers.
  void stop() noexcept;

  [[nodiscard]] const listener& listens() const { return listener_; }

 private:
  using clock = std::chrono::steady_clock;

  proxy(listener at, const net::socket_address& server, const link_settings& settings, std::uint64_t seed,
        net::epoll_loop loop, bench::file_descriptor stop);

  [[nodiscard]] moment now() const { return clock::now() - begin_; }
  [[nodiscard]] clock::time_point time_of(moment at) const {
    return begin_ + std::chrono::duration_cast<clock::duration>(at);
  }
  [[nodiscard]] std::span<const net::ready_event> wait();
  void serve(const net::ready_event& event);
  void accept_all();
  void deliver_due();
  void reschedule(proxied_connection& which);
  void close(proxied_connection& which);

  listener listener_;
  net::socket_address server_;
  link_settings settings_;
  std::uint64_t next_seed_;
  net::epoll_loop loop_;
  bench::file_descriptor stop_;
  bool stopping_ = false;
  bool begun_ = false;
  clock::time_point begin_;
  wake_up_delay wake_up_;
  moment arrived_{0};  // when what is ready now became so: before the thread had woken
  std::unordered_map<proxied_connection*, std::unique_ptr<proxied_connection>> connections_;
  std::set<std::pair<moment, proxied_connection*>> schedule_;
  // Closed while events of one wait are being served, of which some may still be theirs.
  std::vector<std::unique_ptr<proxied_connection>> closed_;
};

}  // namespace pgpipe::app::delay
