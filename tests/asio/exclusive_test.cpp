#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/asio/pool.hpp>
#include <pgpipe/client/surroundings.hpp>

#include "run.hpp"

// Who has a connection for himself.
namespace pgpipe::test {
namespace {

using namespace std::chrono_literals;
using asio_client::connection;
using asio_client::pool;
using asio_client::pool_metrics;
using asio_client::pooled_connection;

asio::awaitable<connection> with_table() {
  connection db = co_await connect();
  value_or_throw(co_await db.exec("create temporary table t (i int)"));
  co_return db;
}

asio::awaitable<std::int64_t> count(connection& db) {
  co_return first<std::int64_t>(co_await db.query("select count(*) from t"));
}

TEST(AsioTransaction, CommitsAndRollsBack) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await with_table();
    auto kept = *co_await db.begin({.isolation = isolation_level::serializable});
    EXPECT_EQ(first<std::string>(co_await kept.query("show transaction_isolation")), "serializable");
    EXPECT_TRUE(co_await kept.query("insert into t values (1)"));
    EXPECT_TRUE(co_await kept.commit());
    EXPECT_EQ((co_await kept.query("select 1")).error().category(), error_category::usage);
    auto undone = *co_await db.begin();
    EXPECT_TRUE(co_await undone.query("insert into t values (1)"));
    EXPECT_TRUE(co_await undone.rollback());
    {
      auto left = *co_await db.begin();
      EXPECT_TRUE(co_await left.query("insert into t values (1)"));
    }
    EXPECT_EQ(co_await count(db), 1);
    auto failed = *co_await db.begin();
    EXPECT_FALSE(co_await failed.query("select 1 / 0"));
    EXPECT_NE((co_await failed.commit()).error().text().find("COMMIT ended in ROLLBACK"), std::string::npos);
    EXPECT_EQ(co_await count(db), 1);
  });
}

// Fifty transactions and as many single statements on one connection: none sees another's halves.
TEST(AsioTransaction, NobodyComesBetween) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await with_table();
    group all(co_await asio::this_coro::executor);
    for (int i = 0; i != 50; ++i) {
      all.spawn(db.get_executor(), [&db, i]() -> asio::awaitable<void> {
        auto block = *co_await db.begin();
        EXPECT_TRUE(co_await block.query("insert into t values ($1)", i));
        if (i % 5 == 0) co_return;  // rolled back
        if (i % 5 == 1) {
          EXPECT_FALSE(co_await block.query("select 1 / 0"));
          co_return;
        }
        EXPECT_TRUE(co_await block.query("insert into t values ($1)", i));
        EXPECT_TRUE(co_await block.commit());
      });
      all.spawn(db.get_executor(), [&db]() -> asio::awaitable<void> {
        const auto rows = co_await db.query("select count(*) % 2 from t");
        EXPECT_EQ(first<std::int64_t>(rows), 0);
        EXPECT_EQ(rows->group(), group_outcome::committed);
      });
    }
    co_await all.join();
    EXPECT_EQ(co_await count(db), 60);
  });
}

TEST(AsioTransaction, RequestsOfABlockArePipelined) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await with_table();
    auto block = *co_await db.begin();
    group all(co_await asio::this_coro::executor);
    for (int i = 0; i != 20; ++i) {
      all.spawn(db.get_executor(), [&block]() -> asio::awaitable<void> {
        EXPECT_EQ((co_await block.query("insert into t values (1)"))->group(), group_outcome::in_transaction);
      });
    }
    co_await all.join();
    EXPECT_TRUE(co_await block.commit());
    EXPECT_EQ(co_await count(db), 20);
  });
}

TEST(AsioExclusive, OthersWaitAndABlockThatIsLeftOpenIsRolledBack) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await with_table();
    auto mine = *co_await db.exclusive();
    bool others = false;
    db.query("select 1")([&](const auto& rows) { others = rows.has_value(); });
    EXPECT_TRUE(co_await mine.exec("set application_name to 'mine'"));
    EXPECT_TRUE(co_await mine.exec("begin; insert into t values (1)"));
    co_await sleep_for(20ms);
    EXPECT_FALSE(others);
    mine.release();
    EXPECT_EQ((co_await mine.query("select 1")).error().category(), error_category::usage);
    EXPECT_EQ(co_await count(db), 0);
    EXPECT_TRUE(others);
    EXPECT_EQ(first<std::string>(co_await db.query("show application_name")), "mine");
  });
}

// What a request leaves open is its own mistake, but what ran inside it is undone as well.
TEST(AsioExclusive, ABlockLeftOpenOnASharedConnectionIsRolledBack) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await with_table();
    std::vector<std::string> errors;
    const auto note = [&](const auto& outcome) { errors.push_back(outcome ? "" : outcome.error().text()); };
    db.query("begin")(note);
    db.query("insert into t values (1)")(note);
    co_await until([&] { return errors.size() == 2; });
    EXPECT_NE(errors[0].find("left a transaction block open"), std::string::npos);
    EXPECT_NE(errors[1].find("ran within"), std::string::npos);
    EXPECT_EQ(co_await count(db), 0);
    EXPECT_TRUE(db.is_open());
  });
}

TEST(AsioExclusive, ABlockLeftOpenBeneathAHolderEndsTheConnection) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await with_table();
    db.query("begin")([](const auto& rows) { EXPECT_FALSE(rows.has_value()); });
    const auto block = co_await db.begin();
    EXPECT_FALSE(block.has_value());
    co_await until([&] { return !db.is_open(); });
  });
}

// --- pools ----------------------------------------------------------------------------------------------------------

asio::awaitable<pool_metrics> metrics(pool& of) { co_return co_await of.metrics(asio::use_awaitable); }

TEST(AsioPool, IsBoundedAndServesWhoWaitsLongest) {
  run([]() -> asio::awaitable<void> {
    const auto here = co_await asio::this_coro::executor;
    pool connections = value_or_throw(pool::make(here, server_conninfo(), {.max_connections = 2}));
    auto one = std::optional(value_or_throw(co_await connections.acquire()));
    auto other = std::optional(value_or_throw(co_await connections.acquire()));
    group all(here);
    std::vector<int> order;
    int out = 0;
    for (int i = 0; i != 20; ++i) {
      all.spawn(here, [&, i]() -> asio::awaitable<void> {
        auto got = value_or_throw(co_await connections.acquire());
        order.push_back(i);
        EXPECT_LE(++out, 2);
        EXPECT_EQ(first<int>(co_await got.query("select $1::int", i)), i);
        --out;
      });
    }
    while ((co_await metrics(connections)).waiting != 20) co_await sleep_for(1ms);
    one.reset();
    other.reset();
    co_await all.join();
    EXPECT_EQ(order.size(), 20U);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
    pool_metrics now = co_await metrics(connections);
    for (int i = 0; i != 1000 && now.idle != 2; ++i) {
      co_await sleep_for(5ms);
      now = co_await metrics(connections);
    }
    EXPECT_EQ(now.opened, 2U);
    EXPECT_EQ(now.acquired, 22U);
    EXPECT_EQ(now.idle, 2U);
    EXPECT_EQ(now.in_use, 0U);
  });
}

TEST(AsioPool, WhoWaitsMayGiveUp) {
  run([]() -> asio::awaitable<void> {
    const auto here = co_await asio::this_coro::executor;
    pool connections = value_or_throw(pool::make(here, server_conninfo(), {.max_connections = 1}));
    auto held = std::optional(value_or_throw(co_await connections.acquire()));
    EXPECT_EQ((co_await connections.acquire().within(30ms)).error().category(), error_category::timeout);
    asio::cancellation_signal give_up;
    std::string end;
    connections.acquire()(asio::bind_cancellation_slot(
        give_up.slot(), [&](const auto& got) { end = got ? "got" : std::string(to_string(got.error().category())); }));
    co_await sleep_for(5ms);
    give_up.emit(asio::cancellation_type::terminal);
    co_await until([&] { return !end.empty(); });
    EXPECT_EQ(end, "cancelled");
    held.reset();
    EXPECT_TRUE(co_await connections.acquire());
    EXPECT_EQ((co_await metrics(connections)).timeouts, 1U);
  });
}

TEST(AsioPool, ConnectionsComeBackCleanOrNotAtAll) {
  run([]() -> asio::awaitable<void> {
    const auto here = co_await asio::this_coro::executor;
    pool connections =
        value_or_throw(pool::make(here, server_conninfo(), {.max_connections = 1, .check_after_idle = 0ns}));
    std::int32_t process_id = 0;
    {
      auto one = value_or_throw(co_await connections.acquire());
      process_id = one.process_id();
      EXPECT_TRUE(co_await one.exec("begin; select 1"));
      one.query("select pg_sleep(0.1)")([](const auto&) {});
    }
    {
      auto again = value_or_throw(co_await connections.acquire());
      EXPECT_EQ(again.process_id(), process_id);
      EXPECT_EQ((co_await again.query("select 1"))->group(), group_outcome::committed);
      EXPECT_EQ(ask("select pg_terminate_backend(" + std::to_string(process_id) + ")"), "t");
    }
    {
      auto other = value_or_throw(co_await connections.acquire());
      EXPECT_NE(other.process_id(), process_id);
      process_id = other.process_id();
      other.discard();
    }
    auto fresh = value_or_throw(co_await connections.acquire());
    EXPECT_NE(fresh.process_id(), process_id);
    connections.close();
    EXPECT_EQ((co_await connections.acquire()).error().category(), error_category::closed);
    EXPECT_EQ(first<int>(co_await fresh.query("select 9")), 9);
  });
}

TEST(AsioPool, IdleConnectionsGrowOldAndNewOnesArePrepared) {
  run([]() -> asio::awaitable<void> {
    const auto here = co_await asio::this_coro::executor;
    int prepared = 0;
    const auto prepare = [&](connection& fresh) -> asio::awaitable<result<void>> {
      ++prepared;
      if (prepared == 3) throw std::runtime_error("no more");
      auto done = co_await fresh.exec(prepared == 4 ? "nonsense" : "set application_name = 'prepared'");
      if (!done) co_return fail(std::move(done).error());
      co_return result<void>();
    };
    pool connections = value_or_throw(pool::make(
        here, server_conninfo(), {.max_connections = 1, .max_idle = 500ms, .each = {}, .on_connect = prepare}));
    std::int32_t first_id = 0;
    for (int i = 0; i != 2; ++i) {
      auto got = value_or_throw(co_await connections.acquire());
      if (i == 0) first_id = got.process_id();
      EXPECT_EQ(got.process_id(), first_id);
      EXPECT_EQ(first<std::string>(co_await got.query("select current_setting('application_name')")), "prepared");
    }
    co_await until([&] { return prepared == 1; });
    co_await sleep_for(700ms);
    EXPECT_NE(value_or_throw(co_await connections.acquire()).process_id(), first_id);
    co_await sleep_for(700ms);
    EXPECT_EQ((co_await connections.acquire()).error().category(), error_category::usage);
    EXPECT_EQ((co_await connections.acquire()).error().sqlstate(), "42601");
    EXPECT_TRUE(co_await connections.acquire());
    co_await sleep_for(50ms);
    const pool_metrics now = co_await metrics(connections);
    EXPECT_EQ(now.opened, 5);
    EXPECT_EQ(now.closed, 4);
    EXPECT_EQ(now.replaced, 0);
    EXPECT_EQ(now.acquired, 4);
    EXPECT_EQ(now.in_use, 0);
    EXPECT_GT(now.waited.count(), 0);
  });
}

TEST(AsioPool, OldConnectionsAreReplaced) {
  run([]() -> asio::awaitable<void> {
    const auto here = co_await asio::this_coro::executor;
    pool connections = value_or_throw(pool::make(here, server_conninfo(), {.max_lifetime = 2s}));
    const auto first_id = value_or_throw(co_await connections.acquire()).process_id();
    // It comes back when all that was asked on it is answered.
    for (int i = 0; i != 100 && (co_await metrics(connections)).idle != 1; ++i) co_await sleep_for(2ms);
    EXPECT_EQ(value_or_throw(co_await connections.acquire()).process_id(), first_id);
    co_await sleep_for(2100ms);
    EXPECT_NE(value_or_throw(co_await connections.acquire()).process_id(), first_id);
    pool nowhere(here, *options_from_conninfo("host=127.0.0.1 port=1 user=x dbname=x"));
    EXPECT_EQ((co_await nowhere.acquire()).error().category(), error_category::io);
  });
}

}  // namespace
}  // namespace pgpipe::test
