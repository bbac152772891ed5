// A request on a connection that many share allocates nothing once everything has grown: the memory of one that has
// ended is that of the next. Where the connection has a strand, Asio allocates for that, once or twice each time the
// strand comes to run: requests that are ready together share it.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

#include <pgpipe/asio/connection.hpp>

#include "allocation_counter.hpp"
#include "support/server.hpp"

namespace pgpipe {
namespace {

namespace asio = boost::asio;
using asio_client::connection;
using perf::allocations;

constexpr int coroutines = 100;
constexpr int warm_up = 20'000;  // requests of all together
constexpr int measured = 50'000;
// Of the strand, when each request has a turn of its own.
constexpr std::uint64_t a_turn = 3;

class AsioAllocations : public testing::TestWithParam<bool> {
 protected:
  AsioAllocations()
      : db_(finish(connection::open(io_.get_executor(), test::server_conninfo(), {.one_thread = GetParam()}))),
        statement_(finish(db_.prepare("SELECT $1::int4"))) {}

  template <typename Operation>
  typename Operation::value_type finish(Operation operation) {
    std::optional<result<typename Operation::value_type>> outcome;
    std::move(operation)([&](auto&& came) {
      outcome = std::forward<decltype(came)>(came);
      io_.stop();
    });
    io_.run();
    io_.restart();
    return value_or_throw(*std::move(outcome));
  }

  void require(bool condition) { wrong_ = wrong_ || !condition; }

  // One of those that ask until enough was asked.
  asio::awaitable<void> ask(int number) {
    ++running_;
    while (asked_ < warm_up + measured) {
      if (++asked_ == warm_up) before_ = allocations;
      if (asked_ == warm_up + measured) after_ = allocations;
      const auto rows = co_await db_.execute(statement_, number);
      require(rows && (*rows)[0].get<int>(0) == number);
    }
    if (--running_ == 0) io_.stop();
  }

  // In one call of run(), which keeps the memory of what has run for what follows until it returns.
  void run_coroutines(int count) {
    for (int i = 0; i != count; ++i) asio::co_spawn(db_.get_executor(), ask(i), asio::detached);
    io_.run();
    EXPECT_FALSE(wrong_);
  }

  asio::io_context io_{1};
  connection db_;
  prepared_statement statement_;
  int asked_ = 0;
  int running_ = 0;
  bool wrong_ = false;
  std::uint64_t before_ = 0;
  std::uint64_t after_ = 0;
};

TEST_P(AsioAllocations, NoneARequestOfAHundredCoroutinesBeyondTheStrand) {
  run_coroutines(coroutines);
  EXPECT_LE(after_ - before_, GetParam() ? 0 : a_turn * measured);
}

TEST_P(AsioAllocations, NoneARequestOfOneBeyondTheStrand) {
  run_coroutines(1);
  EXPECT_LE(after_ - before_, GetParam() ? 0 : a_turn * measured);
}

INSTANTIATE_TEST_SUITE_P(OneThreadOrAStrand, AsioAllocations, testing::Bool());

}  // namespace
}  // namespace pgpipe
