#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/client/pool.hpp>
#include <pgpipe/client/transaction.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

using namespace std::chrono_literals;

std::unique_ptr<pool> make_pool(pool_options options) {
  return value_or_throw(pool::open(test::server_conninfo(), std::move(options)));
}

int answer_of(connection& on) { return value_or_throw(on.query("select 42"))[0].get<int>(0); }

TEST(PoolTest, ThreadsShareFewConnections) {
  auto shared = make_pool({.max_connections = 3});
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i != 8; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round != 25; ++round) {
        auto one = value_or_throw(shared->acquire());
        const int now = ++inside;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        right += answer_of(*one) == 42 ? 1 : 0;
        if (round % 10 == 9) one.discard();
        --inside;
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(right, 200);
  EXPECT_LE(most, 3);
  const pool_metrics now = shared->metrics();
  EXPECT_EQ(now.acquired, 200U);
  EXPECT_EQ(now.in_use, 0U);
  EXPECT_EQ(now.waiting, 0U);
  EXPECT_EQ(now.closed, 16U);
  EXPECT_EQ(now.opened - now.closed, now.idle);
}

TEST(PoolTest, WhoWaitsLongestIsServedFirst) {
  auto shared = make_pool({.max_connections = 1});
  auto held = std::make_unique<pooled_connection>(value_or_throw(shared->acquire()));
  std::mutex mutex;
  std::vector<int> order;
  std::vector<std::thread> threads;
  for (int i = 0; i != 4; ++i) {
    threads.emplace_back([&, i] {
      auto mine = value_or_throw(shared->acquire());
      const std::lock_guard lock(mutex);
      order.push_back(i);
    });
    while (shared->metrics().waiting != static_cast<std::size_t>(i) + 1) std::this_thread::sleep_for(1ms);
  }
  held.reset();
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(shared->metrics().opened, 1U);
  EXPECT_GT(shared->metrics().waited, 0ns);
}

TEST(PoolTest, PatienceEnds) {
  auto shared = make_pool({.max_connections = 1});
  auto held = value_or_throw(shared->acquire());
  const auto refused = shared->acquire(50ms);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category(), error_category::timeout);
  EXPECT_TRUE(refused.error().safe_to_retry());
  EXPECT_FALSE(shared->acquire(0ms));
  EXPECT_EQ(shared->metrics().timeouts, 2U);
  EXPECT_EQ(answer_of(*held), 42);
}

TEST(PoolTest, ALostConnectionIsReplaced) {
  auto shared = make_pool({.max_connections = 1, .check_after_idle = 0ns});
  std::int32_t first = 0;
  {
    auto one = value_or_throw(shared->acquire());
    first = one->process_id();
  }
  test::end_session(first);
  {
    auto one = value_or_throw(shared->acquire());
    EXPECT_NE(one->process_id(), first);
    EXPECT_EQ(answer_of(*one), 42);
    test::end_session(one->process_id());
    EXPECT_FALSE(one->query("select 1"));
  }
  EXPECT_EQ(answer_of(*value_or_throw(shared->acquire())), 42);
  EXPECT_EQ(shared->metrics().opened, 3U);
  EXPECT_EQ(shared->metrics().replaced, 1U);
}

TEST(PoolTest, TheNextUserFindsNothingOfTheLast) {
  auto shared = make_pool({.max_connections = 1, .reset = reset_policy::discard_all});
  {
    auto one = value_or_throw(shared->acquire());
    ASSERT_TRUE(one->exec("set application_name = 'mine'; create temporary table t (i int)"));
    ASSERT_TRUE(one->prepare("select 1"));
    ASSERT_TRUE(one->exec("begin"));
    EXPECT_FALSE(one->exec("select 1/0"));
  }
  auto one = value_or_throw(shared->acquire());
  EXPECT_EQ(one->status(), protocol::transaction_status::idle);
  EXPECT_EQ((*one->query("select current_setting('application_name')"))[0].get<std::string>(0), "");
  EXPECT_FALSE(one->query("select * from t"));
  EXPECT_EQ((*one->query("select count(*) from pg_prepared_statements where name like 'pgpipe%'"))[0].get<int>(0), 0);
  EXPECT_EQ(shared->metrics().opened, 1U);
}

TEST(PoolTest, AnOpenTransactionIsRolledBackAndOutstandingResultsEndTheConnection) {
  auto shared = make_pool({.max_connections = 1});
  {
    auto one = value_or_throw(shared->acquire());
    ASSERT_TRUE(one->exec("begin; create table never (i int)"));
  }
  std::int32_t first = 0;
  {
    auto one = value_or_throw(shared->acquire());
    first = one->process_id();
    EXPECT_EQ(one->status(), protocol::transaction_status::idle);
    EXPECT_FALSE(one->query("select * from never"));
    one->set_timeout(20ms);
    EXPECT_FALSE(one->query("select pg_sleep(0.2)"));
  }
  auto one = value_or_throw(shared->acquire());
  EXPECT_EQ(one->process_id(), first);
  EXPECT_EQ(answer_of(*one), 42);
}

TEST(PoolTest, OldConnectionsAreClosed) {
  for (const bool by_age : {true, false}) {
    pool_options options{.max_connections = 2};
    (by_age ? options.max_lifetime : options.max_idle) = 30ms;
    auto shared = make_pool(std::move(options));
    std::int32_t first = 0;
    {
      auto one = value_or_throw(shared->acquire());
      first = one->process_id();
      if (by_age) std::this_thread::sleep_for(40ms);
    }
    if (!by_age) std::this_thread::sleep_for(40ms);
    auto one = value_or_throw(shared->acquire());
    EXPECT_NE(one->process_id(), first);
    EXPECT_EQ(shared->metrics().closed, 1U);
    EXPECT_EQ(shared->metrics().replaced, 0U);
  }
}

TEST(PoolTest, ErrorsOfOpeningGiveThePlaceBack) {
  auto nowhere = value_or_throw(pool::open("host=/nonexistent", {.max_connections = 1}));
  for (int i = 0; i != 3; ++i) EXPECT_FALSE(nowhere->acquire(1s));
  EXPECT_EQ(nowhere->metrics().in_use, 0U);
  int calls = 0;
  auto shared = make_pool({.max_connections = 1, .on_connect = [&](connection& on) -> result<void> {
                             if (++calls == 1) return fail(error_category::usage, "not yet");
                             return on.exec("set application_name = 'prepared'").map([](auto&&) {});
                           }});
  EXPECT_EQ(shared->acquire().error().text(), "not yet");
  EXPECT_EQ(
      (*value_or_throw(shared->acquire())->query("select current_setting('application_name')"))[0].get<std::string>(0),
      "prepared");
}

TEST(PoolTest, ClosingWakesWhoWaits) {
  auto shared = make_pool({.max_connections = 1});
  auto held = value_or_throw(shared->acquire());
  std::thread waiting([&] { EXPECT_EQ(shared->acquire().error().category(), error_category::closed); });
  while (shared->metrics().waiting == 0) std::this_thread::sleep_for(1ms);
  shared->close();
  waiting.join();
  EXPECT_EQ(answer_of(*held), 42);
  shared.reset();
  EXPECT_EQ(answer_of(*held), 42);
}

}  // namespace
}  // namespace pgpipe
