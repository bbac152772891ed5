#pragma once

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include <pgpipe/asio/connection.hpp>

namespace pgpipe::asio_client {

struct pool_options {
  std::size_t max_connections = 10;
  // A connection that has lived or idled longer is closed when it comes back, or is looked for. Zero: never.
  std::chrono::nanoseconds max_lifetime{0};
  std::chrono::nanoseconds max_idle = std::chrono::minutes(10);
  // One that has idled longer than this is asked to answer before it is given out. A connection that the server has
  // closed is noticed without being asked.
  std::chrono::nanoseconds check_after_idle = std::chrono::seconds(30);
  // How long that answer may take.
  std::chrono::nanoseconds check_timeout = std::chrono::seconds(5);
  connection_options each = {};
  // Runs for each new connection before its first use, on the connection's executor; an error is acquire()'s.
  std::function<boost::asio::awaitable<result<void>>(connection&)> on_connect = {};
};

// A moment's figures, and what has happened since the pool was made.
struct pool_metrics {
  std::size_t idle = 0;
  std::size_t in_use = 0;  // those being opened, checked and reset included
  std::size_t waiting = 0;
  std::uint64_t opened = 0;
  std::uint64_t closed = 0;    // for whatever reason
  std::uint64_t replaced = 0;  // of those, found dead when they were to be given out
  std::uint64_t acquired = 0;
  std::uint64_t timeouts = 0;
  std::chrono::nanoseconds waited{0};  // in acquire(), by all together
};

class pooled_connection;

namespace detail {

class pool_state;
struct pooled;
using acquire_handler = boost::asio::any_completion_handler<void(result<pooled_connection>)>;
void start_acquire(const std::shared_ptr<pool_state>& from, std::chrono::nanoseconds patience, acquire_handler handler);
void start_metrics(const std::shared_ptr<pool_state>& of,
                   boost::asio::any_completion_handler<void(pool_metrics)> handler);

}  // namespace detail

// A connection of a pool, exclusively its holder's. It goes back when this is released or goes out of scope: what was
// asked on it is awaited, and an open transaction block rolled back, before another gets it.
class pooled_connection : public requests {
 public:
  pooled_connection(pooled_connection&&) noexcept = default;
  pooled_connection& operator=(pooled_connection&&) noexcept = default;
  ~pooled_connection() = default;

  // Nothing may be asked after it.
  void release() { held_.release(); }
  // Closes the connection instead of giving it back.
  void discard();

  [[nodiscard]] boost::asio::any_io_executor get_executor() const;
  [[nodiscard]] std::int32_t process_id() const;

 private:
  friend class detail::pool_state;
  explicit pooled_connection(detail::lease held) : requests(held.on(), held.id()), held_(std::move(held)) {}

  detail::lease held_;
};

// Started like every operation.
class [[nodiscard]] acquire_operation {
 public:
  using value_type = pooled_connection;

  explicit acquire_operation(std::shared_ptr<detail::pool_state> from) : pool_(std::move(from)) {}

  // How long to wait for a connection that is free; opening one may take longer. The error's category is timeout.
  [[nodiscard]] acquire_operation within(std::chrono::nanoseconds time) && {
    patience_ = time;
    return std::move(*this);
  }

  template <boost::asio::completion_token_for<void(result<pooled_connection>)> Token>
  auto operator()(Token&& token) {
    return boost::asio::async_initiate<Token, void(result<pooled_connection>)>(
        [pool = pool_, patience = patience_](auto&& handler) {
          detail::start_acquire(pool, patience, detail::acquire_handler(std::forward<decltype(handler)>(handler)));
        },
        token);
  }

 private:
  std::shared_ptr<detail::pool_state> pool_;
  std::chrono::nanoseconds patience_{0};
};

// A bounded number of connections that coroutines use in turn, each for itself. acquire() gives out the connection that
// came back last, opens one where there is none and the bound allows, and else waits: who waits longest is served
// first. A waiter is cancelled by its handler's cancellation slot. Members may be called from any thread.
//
// A pool that is closed or destroyed closes what idles; what is out is closed when it comes back.
class pool {
 public:
  pool(const boost::asio::any_io_executor& on, protocol::connect_options where, pool_options options = {});
  // Reads the connection string as connection::open() does.
  [[nodiscard]] static result<pool> make(const boost::asio::any_io_executor& on, std::string_view conninfo,
                                         pool_options options = {});
  pool(pool&&) noexcept = default;
  pool& operator=(pool&&) = delete;
  ~pool();

  // Errors: those of connection::open(); timeout; cancelled; closed after close().
  [[nodiscard]] acquire_operation acquire() { return acquire_operation(state_); }

  void close();

  // Another operation: the figures are those of one moment.
  template <boost::asio::completion_token_for<void(pool_metrics)> Token>
  auto metrics(Token&& token) {
    return boost::asio::async_initiate<Token, void(pool_metrics)>(
        [state = state_](auto&& handler) {
          detail::start_metrics(
              state, boost::asio::any_completion_handler<void(pool_metrics)>(std::forward<decltype(handler)>(handler)));
        },
        token);
  }

 private:
  std::shared_ptr<detail::pool_state> state_;
};

}  // namespace pgpipe::asio_client
