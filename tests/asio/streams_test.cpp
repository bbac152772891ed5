#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "run.hpp"
#include "support/secure_server.hpp"

// Rows that are taken in parts as they come.
namespace pgpipe::test {
namespace {

using namespace std::chrono_literals;
using asio_client::connection;
using asio_client::row_stream;

constexpr const char* numbers = "select n, repeat('x', 100) from generate_series(1, $1::int) n";

struct outcome {
  std::int64_t rows = 0;
  std::int64_t sum = 0;
  std::optional<error> failure;
  statement_result end;
};

asio::awaitable<outcome> read_all(row_stream& from) {
  outcome all;
  for (;;) {
    auto part = co_await from.next_part();
    if (!part) all.failure = part.error();
    if (!part || part->empty()) {
      if (part) all.end = *std::move(part);
      co_return all;
    }
    for (const row each : *part) {
      ++all.rows;
      all.sum += each.get<int>(0);
    }
  }
}

asio::awaitable<void> until_server_waits_for_reader(const connection& db) {
  connection other = co_await connect();
  bool waits = false;
  for (int i = 0; i != 500 && !waits; ++i) {
    const auto event = co_await other.query(
        "select coalesce(wait_event, '') = 'ClientWrite' from pg_stat_activity where pid = $1", db.process_id());
    waits = first<bool>(event);
    if (!waits) co_await sleep_for(10ms);
  }
  EXPECT_TRUE(waits);
}

TEST(AsioStreams, RowsComeInPartsAndTheEndSaysHowMany) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    const auto statement = value_or_throw(co_await db.prepare(numbers));
    for (const int rows : {0, 1, 100'000}) {
      row_stream by_text = value_or_throw(co_await db.stream(numbers, rows));
      const outcome all = co_await read_all(by_text);
      EXPECT_EQ(all.rows, rows);
      EXPECT_EQ(all.sum, std::int64_t{rows} * (rows + 1) / 2);
      EXPECT_TRUE(all.end.completed());
      EXPECT_EQ(all.end.affected_rows(), rows);
      EXPECT_EQ((co_await by_text.next_part()).error().category(), error_category::usage);
      row_stream by_name = value_or_throw(co_await db.stream(statement, rows));
      EXPECT_EQ((co_await read_all(by_name)).rows, rows);
    }
  });
}

// The server stops when the bound, and what the kernel holds beside it, are full; then it goes on.
TEST(AsioStreams, WhatNobodyTakesStopsTheServer) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect({.max_stored_bytes = 100'000});
    row_stream rows = value_or_throw(co_await db.stream(numbers, 200'000));
    co_await until_server_waits_for_reader(db);
    const outcome all = co_await read_all(rows);
    EXPECT_EQ(all.rows, 200'000);
    EXPECT_EQ(all.sum, 20'000'100'000);
  });
}

TEST(AsioStreams, OneThatIsAbandonedGivesTheConnectionBack) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect({.max_stored_bytes = 100'000});
    for (const int parts : {0, 1, 5}) {
      {
        row_stream rows = value_or_throw(co_await db.stream(numbers, 200'000));
        for (int i = 0; i != parts; ++i) EXPECT_TRUE(co_await rows.next_part());
        if (parts == 0) co_await until_server_waits_for_reader(db);
      }
      EXPECT_EQ(first<int>(co_await db.query("select 7")), 7);
    }
  });
}

// Before the first row it is stream()'s, behind rows it comes in the end's place.
TEST(AsioStreams, AnErrorComesWhereItStands) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    EXPECT_EQ((co_await db.stream("select nonsense")).error().sqlstate(), "42703");
    EXPECT_EQ((co_await db.stream("select $1::int")).error().category(), error_category::server);
    EXPECT_EQ((co_await db.stream("copy t from stdin")).error().category(), error_category::usage);
    row_stream rows = value_or_throw(co_await db.stream("select n, 1 / (50000 - n) from generate_series(1, 100000) n"));
    const outcome all = co_await read_all(rows);
    EXPECT_EQ(all.failure->sqlstate(), "22012");
    EXPECT_GT(all.rows, 10'000);
    EXPECT_LT(all.rows, 50'000);
    EXPECT_EQ(first<int>(co_await db.query("select 1")), 1);
  });
}

TEST(AsioStreams, StreamsAndRequestsOfABurstGetTheirOwn) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect({.statement_cache = 10});
    group all(db.get_executor());
    for (int i = 0; i != 30; ++i) {
      all.spawn(db.get_executor(), [&db, i]() -> asio::awaitable<void> {
        if (i % 3 == 0) {
          row_stream rows = value_or_throw(co_await db.stream(numbers, 1000 + i));
          if (i % 2 == 0) co_return;
          EXPECT_EQ((co_await read_all(rows)).rows, 1000 + i);
        } else if (i % 3 == 1) {
          EXPECT_EQ((co_await db.stream("select 1 / $1::int", 0)).error().sqlstate(), "22012");
        } else {
          EXPECT_EQ(first<int>(co_await db.query("select $1::int", i)), i);
        }
      });
    }
    co_await all.join();
  });
}

TEST(AsioStreams, InATransactionItSeesWhatStandsThere) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    auto block = value_or_throw(co_await db.begin());
    value_or_throw(co_await block.exec("create temporary table of_block as select n from generate_series(1, 5) n"));
    row_stream rows = value_or_throw(co_await block.stream("select n from of_block"));
    EXPECT_EQ((co_await read_all(rows)).sum, 15);
    EXPECT_TRUE(co_await block.rollback());
    EXPECT_EQ((co_await db.stream("begin")).error().category(), error_category::usage);
    EXPECT_EQ(first<int>(co_await db.query("select 1")), 1);
  });
}

// What has come is there, then the reason for the end; and who asks behind it is told.
TEST(AsioStreams, AKilledServerAndAClosedConnection) {
  run([]() -> asio::awaitable<void> {
    for (const bool killed : {true, false}) {
      connection db = co_await connect({.max_stored_bytes = 100'000});
      row_stream rows = value_or_throw(co_await db.stream(numbers, 2'000'000));
      co_await until_server_waits_for_reader(db);
      if (killed) {
        EXPECT_EQ(ask("select pg_terminate_backend(" + std::to_string(db.process_id()) + ")"), "t");
      } else {
        db.close();
      }
      const outcome all = co_await read_all(rows);
      EXPECT_GT(all.rows, 0);
      EXPECT_LT(all.rows, 2'000'000);
      EXPECT_TRUE(all.failure && all.failure->is_fatal());
      EXPECT_FALSE(co_await rows.next_part());
      EXPECT_FALSE(db.is_open());
      EXPECT_TRUE((co_await db.query("select 1")).error().safe_to_retry());
    }
  });
}

TEST(AsioStreams, APartThatWasGivenUpComesLater) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    // The server sends what has gathered, not each row.
    const auto slow =
        "select n, pg_sleep(case n when 1900 then 0.3 else 0 end), repeat('x', 100) from generate_series(1, 2000) n";
    row_stream rows = value_or_throw(co_await db.stream(slow));
    std::int64_t got = 0;
    int timeouts = 0;
    for (;;) {
      const auto part = co_await rows.next_part().within(20ms);
      if (!part) {
        EXPECT_EQ(part.error().category(), error_category::timeout);
        ++timeouts;
        continue;
      }
      if (part->empty()) break;
      for (const row each : *part) got += each.get<int>(0);
    }
    EXPECT_EQ(got, 2'001'000);
    EXPECT_GE(timeouts, 1);
    // stream() itself: its rows are dropped.
    EXPECT_EQ((co_await db.stream("select pg_sleep(0.2)").within(20ms)).error().category(), error_category::timeout);
    asio::cancellation_signal give_up;
    bool told = false;
    db.stream("select pg_sleep(0.2), n from generate_series(1, 3) n")(
        asio::bind_cancellation_slot(give_up.slot(), [&](const auto& outcome) {
          EXPECT_EQ(outcome.error().category(), error_category::cancelled);
          told = true;
        }));
    co_await until([&] { return db.bytes_in_flight() != 0; });
    give_up.emit(asio::cancellation_type::terminal);
    EXPECT_EQ(first<int>(co_await db.query("select 1")), 1);
    EXPECT_TRUE(told);
  });
}

// A paused connection goes with its executor, and so does who waits on it.
TEST(AsioStreams, AnExecutorMayEndWithAPausedStream) {
  const auto held = std::make_shared<int>(7);
  {
    asio::io_context io;
    asio::co_spawn(
        io,
        [held]() -> asio::awaitable<void> {
          connection db = co_await connect({.max_stored_bytes = 1000});
          row_stream rows = value_or_throw(co_await db.stream(numbers, 100'000));
          std::ignore = co_await db.query("select 1");  // whose answer stands behind the rows that nobody takes
          ADD_FAILURE();
        },
        asio::detached);
    io.run_for(300ms);
    EXPECT_FALSE(io.stopped()) << "a paused connection is work";
  }
  EXPECT_EQ(held.use_count(), 1);
}

// Less is read at a time than TLS may hold, of which no wait tells.
TEST(AsioStreams, OverTls) {
  secure_server server;
  run([&]() -> asio::awaitable<void> {
    connection db = co_await connect({.max_stored_bytes = 200'000}, server.conninfo("tls_only", "sslmode=require"));
    row_stream rows = value_or_throw(co_await db.stream(numbers, 100'000));
    co_await sleep_for(100ms);
    EXPECT_EQ((co_await read_all(rows)).rows, 100'000);
  });
}

// Requests that wait for room, and for a simple Query before them, cost nothing meanwhile.
TEST(AsioStreams, WaitingInLineTakesNoCpu) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect({.max_in_flight = 1});
    group all(db.get_executor());
    for (int i = 0; i != 3; ++i) {
      all.spawn(db.get_executor(),
                [&]() -> asio::awaitable<void> { EXPECT_TRUE(co_await db.exec("select pg_sleep(0.3)")); });
    }
    const std::clock_t before = std::clock();
    co_await all.join();
    EXPECT_LT(std::clock() - before, CLOCKS_PER_SEC / 3);
  });
}

}  // namespace
}  // namespace pgpipe::test
