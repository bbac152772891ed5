#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <pgpipe/asio/connection.hpp>

#include "support/server.hpp"

namespace pgpipe::test {

namespace asio = boost::asio;

// Runs a coroutine to its end, and everything that it leaves behind; throws what it throws.
template <typename Coroutine>
void run(Coroutine coroutine, std::chrono::seconds patience = std::chrono::seconds(60)) {
  asio::io_context io;
  bool ended = false;
  std::exception_ptr thrown;
  asio::co_spawn(io, std::move(coroutine), [&](std::exception_ptr failure) {
    ended = true;
    thrown = failure;
  });
  io.run_for(patience);
  if (thrown) std::rethrow_exception(thrown);
  if (!ended) throw std::runtime_error("the coroutine did not end");
  if (!io.stopped()) throw std::runtime_error("something goes on behind the coroutine's end");
}

// Counts coroutines that are under way, and waits for their end.
class group {
 public:
  explicit group(asio::any_io_executor on) : ended_(std::move(on), asio::steady_timer::time_point::max()) {}

  template <typename Coroutine>
  void spawn(asio::any_io_executor on, Coroutine coroutine) {
    ++running_;
    asio::co_spawn(on, std::move(coroutine), [this](std::exception_ptr failure) {
      if (failure && !thrown_) thrown_ = failure;
      if (--running_ == 0) ended_.cancel();
    });
  }

  asio::awaitable<void> join() {
    if (running_ != 0) {
      boost::system::error_code ignored;
      co_await ended_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  asio::steady_timer ended_;
  int running_ = 0;
  std::exception_ptr thrown_;
};

inline asio::awaitable<void> sleep_for(std::chrono::milliseconds time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  co_await timer.async_wait(asio::use_awaitable);
}

// Waits for what must become true, however slow the machine is.
template <typename Condition>
asio::awaitable<void> until(Condition condition) {
  for (int i = 0; i != 2000 && !condition(); ++i) co_await sleep_for(std::chrono::milliseconds(5));
  if (!condition()) throw std::runtime_error("what was waited for has not come");
}

// A connection whose coroutines run on its own executor, as they do without a copy of each row.
inline asio::awaitable<asio_client::connection> connect(asio_client::connection_options options = {},
                                                        std::string conninfo = server_conninfo()) {
  auto opened = co_await asio_client::connection::open(co_await asio::this_coro::executor, conninfo, options);
  co_return value_or_throw(std::move(opened));
}

template <typename T>
T first(const result<statement_result>& rows) {
  if (!rows) throw exception(rows.error());
  return (*rows)[0].template get<T>(0);
}

}  // namespace pgpipe::test
