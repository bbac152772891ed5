#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include <pgpipe/client/pool.hpp>

namespace pgpipe::detail {

using pool_clock = std::chrono::steady_clock;

// A connection and its times.
struct pooled {
  connection on;
  pool_clock::time_point opened;
  pool_clock::time_point idle_since;
};

// What a pool and the connections that are out share. Functions that are called with the lock held say so.
struct pool_state {
  // Who waits: served in turn by a connection, or by the right to open one, which counts as in use.
  struct waiter {
    std::condition_variable ready;
    std::unique_ptr<pooled> given;
    bool may_open = false;
  };

  protocol::connect_options connect;
  pool_options options;
  mutable std::mutex mutex;
  std::vector<std::unique_ptr<pooled>> idle;  // the one that came back last is the last
  std::list<waiter*> waiting;
  pool_metrics counts;  // idle and waiting are those of the lists
  bool closed = false;

  // Takes a connection back, resets it, and gives it to who waits longest, or keeps it.
  void give_back(std::unique_ptr<pooled> returned);
  // The place of one that is gone is free: for who waits longest. The second with the lock held.
  void forget(std::unique_ptr<pooled> gone);
  void free_place();

  [[nodiscard]] bool is_old(const pooled& one, pool_clock::time_point now) const;
  // Whether the connection may go to another user.
  [[nodiscard]] bool reset(connection& on) const;
  [[nodiscard]] bool answers(connection& on) const;
};

}  // namespace pgpipe::detail
