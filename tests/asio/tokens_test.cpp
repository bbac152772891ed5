#include <array>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <cstddef>
#include <future>
#include <memory_resource>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/asio/pool.hpp>

#include "run.hpp"

// How outcomes reach whoever asked: by any completion token, from and to any thread.
namespace pgpipe::test {
namespace {

using asio_client::connection;
using asio_client::pool;

TEST(AsioTokens, DeferredUseAwaitableAsTuple) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    EXPECT_EQ(first<int>(co_await db.query("select 1")(asio::use_awaitable)), 1);
    auto later = db.query("select 2")(asio::deferred);
    EXPECT_EQ(first<int>(co_await std::move(later)(asio::use_awaitable)), 2);
    const auto [rows] = co_await db.query("select 3")(asio::as_tuple(asio::use_awaitable));
    EXPECT_EQ(first<int>(rows), 3);
  });
}

// The handler, and what is kept for it, come from its allocator; all is given back before it is called.
TEST(AsioTokens, TheAssociatedAllocatorIsUsed) {
  class counting final : public std::pmr::memory_resource {
   public:
    int live = 0;
    int ever = 0;

   private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
      ++live;
      ++ever;
      return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
      --live;
      std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
  };
  counting memory;
  run([&memory]() -> asio::awaitable<void> {
    connection db = co_await connect();
    int live_when_called = -1;
    const std::pmr::polymorphic_allocator<std::byte> allocator(&memory);
    db.query("select 1")(asio::bind_allocator(allocator, [&](const auto& rows) {
      EXPECT_TRUE(rows.has_value());
      live_when_called = memory.live;
    }));
    std::ignore = co_await db.query("select 2");
    EXPECT_EQ(live_when_called, 0);
  });
  EXPECT_EQ(memory.ever, 1);
  EXPECT_EQ(memory.live, 0);
}

class AsioThreads : public testing::Test {
 protected:
  AsioThreads() {
    for (std::thread& each : threads_) each = std::thread([this] { io_.run(); });
  }
  ~AsioThreads() override {
    work_.reset();
    for (std::thread& each : threads_) each.join();
  }

  asio::io_context io_;
  asio::executor_work_guard<asio::io_context::executor_type> work_{io_.get_executor()};
  std::array<std::thread, 3> threads_;
};

// A thread that runs no executor asks, waits, and lets the results go itself.
TEST_F(AsioThreads, FuturesLeaveTheExecutorsThreads) {
  connection db = value_or_throw(connection::open(io_.get_executor(), server_conninfo())(asio::use_future).get());
  std::vector<std::future<result<statement_result>>> futures;
  futures.reserve(200);
  for (int i = 0; i != 200; ++i)
    futures.push_back(db.query("select $1::int, $2::text", i, std::to_string(i))(asio::use_future));
  for (int i = 0; i != 200; ++i) {
    const auto rows = futures[static_cast<std::size_t>(i)].get();
    EXPECT_EQ(first<int>(rows), i);
    EXPECT_EQ((*rows)[0].get<std::string>(1), std::to_string(i));
  }
}

// Every coroutine has a strand of its own, and all have one connection: results are used, and destroyed, on all
// threads.
TEST_F(AsioThreads, CoroutinesOfManyStrandsShareAConnection) {
  connection db = value_or_throw(connection::open(io_.get_executor(), server_conninfo())(asio::use_future).get());
  std::atomic<int> good = 0;
  std::vector<std::future<void>> ends;
  for (int i = 0; i != 60; ++i) {
    const bool at_home = i % 3 == 0;
    const asio::any_io_executor where = at_home ? db.get_executor() : asio::make_strand(io_);
    ends.push_back(asio::co_spawn(
        where,
        [&db, &good, i]() -> asio::awaitable<void> {
          for (int round = 0; round != 20; ++round) {
            const auto rows = co_await db.query("select $1::int + n, repeat('x', 100) from generate_series(1, 5) n", i);
            const std::vector<std::tuple<int, std::string>> all = *rows->decode_as<int, std::string>();
            if (all.size() == 5 && std::get<0>(all[4]) == i + 5 && std::get<1>(all[0]).size() == 100) ++good;
          }
        },
        asio::use_future));
  }
  for (auto& each : ends) each.get();
  EXPECT_EQ(good, 1200);
}

TEST_F(AsioThreads, CancellationAndDeadlinesFromOtherStrands) {
  connection db = value_or_throw(
      connection::open(io_.get_executor(), server_conninfo(), {.max_in_flight = 2})(asio::use_future).get());
  std::vector<std::future<void>> ends;
  for (int i = 0; i != 40; ++i) {
    ends.push_back(asio::co_spawn(
        asio::make_strand(io_),
        [&db, i]() -> asio::awaitable<void> {
          const auto rows = co_await db.query("select pg_sleep(0.01)").within(std::chrono::milliseconds(i * 5));
          EXPECT_TRUE(rows || rows.error().category() == error_category::timeout);
        },
        asio::use_future));
  }
  for (auto& each : ends) each.get();
  EXPECT_EQ(first<int>(db.query("select 1")(asio::use_future).get()), 1);
}

TEST_F(AsioThreads, StreamsAndCopiesFromOtherStrands) {
  connection db = value_or_throw(
      connection::open(io_.get_executor(), server_conninfo(), {.max_stored_bytes = 10'000})(asio::use_future).get());
  value_or_throw(db.exec("create temporary table of_threads (i int)")(asio::use_future).get());
  std::vector<std::future<void>> ends;
  for (int i = 0; i != 20; ++i) {
    ends.push_back(asio::co_spawn(
        asio::make_strand(io_),
        [&db, i]() -> asio::awaitable<void> {
          if (i % 2 == 0) {
            auto copy = value_or_throw(co_await db.begin_copy_in("copy of_threads from stdin"));
            for (int piece = 0; piece != 5; ++piece) value_or_throw(co_await copy.write("1\n2\n"));
            if (i % 4 == 0) {
              EXPECT_EQ(value_or_throw(co_await copy.finish()), 10);
            }
            co_return;
          }
          auto rows = value_or_throw(co_await db.stream("select n from generate_series(1, 10000) n"));
          std::size_t count = 0;
          for (;;) {
            const auto part = value_or_throw(co_await rows.next_part());
            count += part.size();
            if (part.empty() || (i % 4 == 1 && count > 5000)) break;
          }
          EXPECT_GT(count, 5000);
        },
        asio::use_future));
  }
  for (auto& each : ends) each.get();
  EXPECT_EQ(first<std::int64_t>(db.query("select count(*) from of_threads")(asio::use_future).get()), 50);
}

TEST_F(AsioThreads, APoolServesCoroutinesOfManyStrands) {
  pool connections = value_or_throw(pool::make(io_.get_executor(), server_conninfo(), {.max_connections = 3}));
  std::vector<std::future<void>> ends;
  for (int i = 0; i != 40; ++i) {
    ends.push_back(asio::co_spawn(
        asio::make_strand(io_),
        [&connections, i]() -> asio::awaitable<void> {
          auto got = value_or_throw(co_await connections.acquire());
          EXPECT_EQ(first<int>(co_await got.query("select $1::int", i)), i);
          EXPECT_TRUE(co_await got.exec("begin"));
        },
        asio::use_future));
  }
  for (auto& each : ends) each.get();
}

}  // namespace
}  // namespace pgpipe::test
