#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "run.hpp"

// Many coroutines on one connection.
namespace pgpipe::test {
namespace {

using namespace std::chrono_literals;
using asio_client::batch;
using asio_client::connection;
using asio_client::connection_options;

TEST(AsioRequests, AQueryIsAwaitedAsItIs) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    EXPECT_TRUE(db.is_open());
    const auto rows = co_await db.query("select $1::int + $2::int, $3::text", 40, 2, "text");
    EXPECT_EQ(first<int>(rows), 42);
    EXPECT_EQ((*rows)[0].get<std::string>(1), "text");
    EXPECT_EQ(rows->group(), group_outcome::committed);
    const auto failed = co_await db.query("select 1 / 0");
    EXPECT_EQ(failed.error().sqlstate(), "22012");
    EXPECT_TRUE(failed.error().safe_to_retry());
    EXPECT_EQ(first<int>(co_await db.query("select 7")), 7);
  });
}

// Views that are gone when the request is written, as here where it waits for the executor to turn.
TEST(AsioRequests, ArgumentsAreTheRequestsOwn) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    auto operation = [&] {
      const std::string text = "a text that is too long to stand in the string itself";
      const std::vector<std::byte> bytes(40, std::byte{7});
      const std::optional<std::string_view> none;
      const char* null = nullptr;
      return db.query("select $1::text, $2::bytea, $3::text is null and $4::text is null", std::string_view(text),
                      std::span<const std::byte>(bytes), none, null);
    }();
    const auto rows = co_await std::move(operation);
    EXPECT_EQ((*rows)[0].get<std::string>(0), "a text that is too long to stand in the string itself");
    EXPECT_EQ((*rows)[0].get<std::vector<std::byte>>(1), std::vector<std::byte>(40, std::byte{7}));
    EXPECT_TRUE((*rows)[0].get<bool>(2));
  });
}

// Each gets its own answer, also where every third fails, with and without the statement cache.
TEST(AsioRequests, AThousandCoroutinesShareAConnection) {
  for (const std::size_t cache : {0U, 4U}) {
    run([cache]() -> asio::awaitable<void> {
      connection db = co_await connect({.statement_cache = cache});
      group all(co_await asio::this_coro::executor);
      int good = 0;
      for (int i = 0; i != 1000; ++i) {
        all.spawn(db.get_executor(), [&db, &good, i]() -> asio::awaitable<void> {
          for (int round = 0; round != 3; ++round) {
            const auto rows = co_await db.query("select $1::int * 10 / $2::int", i, i % 3);
            if (i % 3 == 0) {
              EXPECT_EQ(rows.error().sqlstate(), "22012");
            } else {
              EXPECT_EQ(first<int>(rows), i * 10 / (i % 3));
            }
            ++good;
          }
        });
      }
      co_await all.join();
      EXPECT_EQ(good, 3000);
    });
  }
}

TEST(AsioRequests, PreparedStatementsAndBatches) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    // Behind each other without waiting: each finds its own description.
    group all(co_await asio::this_coro::executor);
    for (int i = 1; i <= 20; ++i) {
      all.spawn(db.get_executor(), [&db, i]() -> asio::awaitable<void> {
        const std::string sql = "select $1::int" + std::string(i % 2 == 0 ? ", $2::text" : "");
        const auto statement = co_await db.prepare(sql, {}, result_format::binary_where_known);
        if (i % 2 == 0) {
          EXPECT_EQ(first<int>(co_await db.execute(*statement, i, "x")), i);
        } else {
          EXPECT_EQ(first<int>(co_await db.execute(*statement, i)), i);
          EXPECT_EQ((co_await db.execute(*statement)).error().category(), error_category::usage);
        }
        EXPECT_TRUE(co_await db.close_statement(*statement));
      });
    }
    co_await all.join();

    batch atomic;
    atomic.push("select 1").push("select 1 / $1::int", 0).push("select 3");
    const auto failed = co_await db.run(std::move(atomic));
    EXPECT_EQ(failed->size(), 4U);
    EXPECT_EQ((*failed)[1].outcome(), statement_outcome::failed);
    EXPECT_EQ((*failed)[2].outcome(), statement_outcome::skipped);
    EXPECT_EQ((*failed)[3].group(), group_outcome::rolled_back);

    batch isolated(group_scope::isolated);
    isolated.push("select 1").push("select 1 / $1::int", 0).push("select 3");
    const auto each = co_await db.run(std::move(isolated));
    EXPECT_EQ(each->size(), 3U);
    EXPECT_EQ((*each)[1].outcome(), statement_outcome::failed);
    EXPECT_EQ((*each)[2].group(), group_outcome::committed);
  });
}

TEST(AsioRequests, ABatchThatCannotBeWrittenLeavesNoTrace) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    const auto one = *co_await db.prepare("select $1::int");
    EXPECT_TRUE(co_await db.exec("create temporary table t (i int)"));
    batch broken;
    broken.push("insert into t values (1)").push(one).push("insert into t values (2)");
    const auto refused = co_await db.run(std::move(broken));
    EXPECT_EQ(refused.error().category(), error_category::usage);
    EXPECT_EQ(first<std::int64_t>(co_await db.query("select count(*) from t")), 0);
    EXPECT_TRUE((co_await db.run(batch()))->size() == 1U);
  });
}

TEST(AsioRequests, SimpleQueriesStandAmongOthers) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    group all(co_await asio::this_coro::executor);
    for (int i = 0; i != 30; ++i) {
      all.spawn(db.get_executor(), [&db, i]() -> asio::awaitable<void> {
        const std::string number = std::to_string(i);
        if (i % 2 == 0) {
          const auto both = co_await db.exec("select " + number + "; select 'second'");
          EXPECT_EQ(both->size(), 2U);
          EXPECT_EQ((*both)[0][0].get<int>(0), i);
        } else {
          EXPECT_EQ(first<int>(co_await db.query("select " + number)), i);
        }
      });
    }
    co_await all.join();
    EXPECT_EQ((co_await db.exec("select 1; select 1 / 0; select 2")).error().sqlstate(), "22012");
  });
}

// Both directions are full at once: a client that wrote before it read, or the other way round, would wait for ever.
TEST(AsioRequests, LargeParametersAgainstLargeResults) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    group all(co_await asio::this_coro::executor);
    for (int i = 0; i != 40; ++i) {
      all.spawn(db.get_executor(), [&db, i]() -> asio::awaitable<void> {
        const std::string big(1'000'000 + static_cast<std::size_t>(i), static_cast<char>('a' + i % 26));
        const auto rows = co_await db.query("select $1::text || $1::text", big);
        EXPECT_EQ((*rows)[0].get<std::string_view>(0), big + big);
      });
    }
    co_await all.join();
  });
}

TEST(AsioRequests, TheBoundsHoldRequestsBackAndNothingIsLost) {
  run([]() -> asio::awaitable<void> {
    for (const connection_options& options :
         {connection_options{.max_in_flight = 1}, connection_options{.max_in_flight_bytes = 1},
          connection_options{.max_in_flight = 7, .max_in_flight_bytes = 600}}) {
      connection db = co_await connect(options);
      group all(co_await asio::this_coro::executor);
      std::size_t most = 0;
      for (int i = 0; i != 200; ++i) {
        all.spawn(db.get_executor(), [&db, &most, i]() -> asio::awaitable<void> {
          EXPECT_EQ(first<int>(co_await db.query("select $1::int", i)), i);
          most = std::max(most, db.bytes_in_flight());
        });
      }
      co_await all.join();
      EXPECT_LT(most, 1000U);
      EXPECT_EQ(db.bytes_in_flight(), 0U);
    }
    connection db = co_await connect({.max_in_flight = 1, .max_waiting = 2});
    group all(co_await asio::this_coro::executor);
    int refused = 0;
    for (int i = 0; i != 10; ++i) {
      all.spawn(db.get_executor(), [&db, &refused]() -> asio::awaitable<void> {
        const auto rows = co_await db.query("select 1");
        if (rows) co_return;
        EXPECT_EQ(rows.error().category(), error_category::usage);
        EXPECT_TRUE(rows.error().safe_to_retry());
        ++refused;
      });
    }
    co_await all.join();
    EXPECT_EQ(refused, 8);
  });
}

TEST(AsioRequests, CopiesBothWays) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    EXPECT_TRUE(co_await db.exec("create temporary table t (i int, s text)"));
    std::string data;
    for (int i = 0; i != 20000; ++i) data += std::to_string(i) + "\tsome text\n";
    EXPECT_EQ(*co_await db.copy_in("copy t from stdin", data), 20000U);
    EXPECT_EQ((co_await db.copy_in("copy t from stdin", "x\ty\n")).error().sqlstate(), "22P02");
    EXPECT_EQ((co_await db.copy_in("select 1", "")).error().category(), error_category::usage);
    EXPECT_EQ((co_await db.query("copy t from stdin")).error().category(), error_category::usage);
    std::string back;
    const auto count = co_await db.copy_out("copy t to stdout", [&](std::span<const std::byte> piece) {
      back.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    });
    EXPECT_EQ(*count, 20000U);
    EXPECT_EQ(back, data);
  });
}

// The plan's columns change behind the cache's back: nothing has happened yet, so the statement is asked again.
TEST(AsioRequests, AStalePlanIsMadeAnew) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect({.statement_cache = 10});
    EXPECT_TRUE(co_await db.exec("create temporary table t as select 1 as a"));
    EXPECT_EQ((co_await db.query("select * from t"))->columns().size(), 1U);
    EXPECT_TRUE(co_await db.exec("alter table t add column b int"));
    const auto rows = co_await db.query("select * from t");
    EXPECT_EQ(value_or_throw(rows).columns().size(), 2U);
    EXPECT_TRUE(co_await db.exec("deallocate all"));
    EXPECT_EQ((co_await db.query("select * from t"))->columns().size(), 2U);
  });
}

TEST(AsioRequests, NoticesAndNotifications) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    connection other = co_await connect();
    std::vector<std::string> notices;
    db.on_notice([&](const server_message& notice) { notices.push_back(notice.message); });
    EXPECT_TRUE(co_await db.exec("listen news; do $$ begin raise notice 'well'; end $$"));
    EXPECT_TRUE(co_await other.exec("notify news, 'one'; notify news, 'two'"));
    const auto one = co_await db.notification();
    EXPECT_EQ(one->channel, "news");
    EXPECT_EQ(one->payload, "one");
    EXPECT_EQ(one->process_id, other.process_id());
    EXPECT_EQ((co_await db.notification())->payload, "two");
    EXPECT_EQ((co_await db.notification().within(20ms)).error().category(), error_category::timeout);
    EXPECT_EQ(notices, std::vector<std::string>{"well"});
  });
}

}  // namespace
}  // namespace pgpipe::test
