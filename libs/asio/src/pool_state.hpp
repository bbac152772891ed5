#pragma once

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include <pgpipe/asio/pool.hpp>

#include "serial_executor.hpp"

namespace pgpipe::asio_client::detail {

using pool_clock = std::chrono::steady_clock;

// A connection and its times.
struct pooled {
  connection on;
  pool_clock::time_point opened;
  pool_clock::time_point idle_since;
};

// What a pool, its waiters and the connections that are out share. Everything happens on one executor.
class pool_state : public std::enable_shared_from_this<pool_state> {
 public:
  pool_state(const boost::asio::any_io_executor& on, protocol::connect_options where, pool_options options);

  // From any thread.
  void acquire(std::chrono::nanoseconds patience, acquire_handler handler);
  void metrics(boost::asio::any_completion_handler<void(pool_metrics)> handler);
  void close();

 private:
  struct waiter {
    std::uint64_t id;
    acquire_handler handler;
    std::optional<boost::asio::steady_timer> patience;
    pool_clock::time_point since = pool_clock::now();
  };
  using waiters = std::list<waiter>;

  void enqueue(waiter added, std::chrono::nanoseconds patience);
  void serve();
  void give_up(std::uint64_t id, error why);
  void open_for(waiter served);
  void prepare_for(waiter served, std::unique_ptr<pooled> one);
  void check_for(waiter served, std::unique_ptr<pooled> one);
  void hand_over(waiter served, std::unique_ptr<pooled> one);
  void take_back(std::unique_ptr<pooled> one);
  void forget();
  [[nodiscard]] bool is_old(const pooled& one, pool_clock::time_point now) const;
  void complete(acquire_handler handler, result<pooled_connection> outcome);

  boost::asio::any_io_executor given_;  // on which each connection has a strand of its own
  serial_executor executor_;
  protocol::connect_options where_;
  pool_options options_;
  std::vector<std::unique_ptr<pooled>> idle_;  // the one that came back last is the last
  waiters waiting_;
  pool_metrics counts_;
  bool closed_ = false;
};

}  // namespace pgpipe::asio_client::detail
