#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/connection.hpp>
#include <pgpipe/protocol/connect_options.hpp>

namespace pgpipe {

// What is done to a connection that comes back, before another user gets it.
enum class reset_policy : std::uint8_t {
  rollback,     // an open transaction block is rolled back; settings, temporary tables and prepared statements stay
  discard_all,  // DISCARD ALL as well, alone in its group as it must be
};

// How a pool behaves.
struct pool_options {
  std::size_t max_connections = 10;  // 0 counts as 1
  // A connection that has lived or idled longer is closed when it comes back, or is looked for. Zero: never.
  std::chrono::nanoseconds max_lifetime{0};
  std::chrono::nanoseconds max_idle = std::chrono::minutes(10);
  // One that has idled longer than this is asked to answer an empty query before it is given out. Zero: each one.
  std::chrono::nanoseconds check_after_idle = std::chrono::seconds(30);
  // How long that answer, and the reset, may take.
  std::chrono::nanoseconds check_timeout = std::chrono::seconds(5);
  reset_policy reset = reset_policy::rollback;
  // Called for each new connection before its first use; an error is acquire()'s.
  std::function<result<void>(connection&)> on_connect = {};
  // Is told of each acquire(), and of what the connections do.
  std::shared_ptr<pgpipe::observer> observer = {};
};

// A moment's figures, and what has happened since the pool was made.
struct pool_metrics {
  std::size_t idle = 0;
  std::size_t in_use = 0;  // those being opened included
  std::size_t waiting = 0;
  std::uint64_t opened = 0;
  std::uint64_t closed = 0;    // for whatever reason
  std::uint64_t replaced = 0;  // of those, found dead when they were to be given out
  std::uint64_t acquired = 0;
  std::uint64_t timeouts = 0;          // of acquire()
  std::chrono::nanoseconds waited{0};  // in acquire(), by all together
};

class pool;

namespace detail {
struct pool_state;
struct pooled;
}  // namespace detail

// A connection of a pool, used by one thread at a time; it goes back when this goes out of scope. What was made from
// it, pipelines, streams and prepared statements, must be gone before.
class pooled_connection {
 public:
  pooled_connection(pooled_connection&&) noexcept;
  pooled_connection& operator=(pooled_connection&&) = delete;
  ~pooled_connection();

  // Valid for as long as this holds the connection: until discard(), a move, or the end of the scope.
  [[nodiscard]] connection& operator*() const;
  [[nodiscard]] connection* operator->() const { return &**this; }

  // Closes the connection instead of giving it back, for one that is not to be used again.
  void discard();

 private:
  friend class pool;
  pooled_connection(std::shared_ptr<detail::pool_state> state, std::unique_ptr<detail::pooled> held);

  std::shared_ptr<detail::pool_state> state_;
  std::unique_ptr<detail::pooled> held_;
};

// A bounded number of connections that threads share, each for a while. acquire() gives out the connection that came
// back last, opens one where there is none and the bound allows, and else waits; who waits longest is served first. A
// connection that was lost is replaced. Every member may be called from any thread; connections are opened, checked and
// reset outside the pool's lock.
//
// A pool may end while connections are out: those are closed when they come back.
class pool {
 public:
  explicit pool(protocol::connect_options connect, pool_options options = {});
  // Reads the connection string as connection::open() does.
  static result<std::unique_ptr<pool>> open(std::string_view conninfo, pool_options options = {});
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;
  ~pool();

  // Errors: timeout, when none was free within `patience`; closed after close(); else those of connection::open(),
  // whose connect_timeout counts beyond `patience`.
  result<pooled_connection> acquire(std::chrono::nanoseconds patience = std::chrono::nanoseconds::max());

  // A snapshot, taken under the pool's lock.
  [[nodiscard]] pool_metrics metrics() const;

  // Closes what idles, and wakes who waits with an error. What is out is closed when it comes back.
  void close();

 private:
  result<pooled_connection> acquire_until(std::chrono::steady_clock::time_point until, pool_observation& what);

  std::shared_ptr<detail::pool_state> state_;
};

}  // namespace pgpipe
