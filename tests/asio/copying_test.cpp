#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <chrono>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "run.hpp"

// COPY whose data goes, and comes, in pieces.
namespace pgpipe::test {
namespace {

using namespace std::chrono_literals;
using asio_client::connection;
using asio_client::incoming_copy;
using asio_client::outgoing_copy;

constexpr const char* into_table = "copy asio_copying from stdin";

asio::awaitable<connection> connect_with_table(asio_client::connection_options options = {}) {
  connection db = co_await connect(options);
  value_or_throw(co_await db.exec("drop table if exists asio_copying; create table asio_copying (i int, t text)"));
  co_return db;
}

asio::awaitable<std::int64_t> count(connection& db) {
  co_return first<std::int64_t>(co_await db.query("select count(*) from asio_copying"));
}

std::string lines(int from, int to) {
  std::string text;
  for (int i = from; i != to; ++i) text += std::to_string(i) + "\tsome text\n";
  return text;
}

// Pieces end anywhere, and what others ask meanwhile comes behind the COPY.
TEST(AsioCopying, PiecesGoInWhileOthersWait) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect_with_table();
    std::int64_t seen = -1;
    outgoing_copy copy = value_or_throw(co_await db.begin_copy_in(into_table));
    asio::co_spawn(db.get_executor(), count(db), [&](const std::exception_ptr& thrown, std::int64_t rows) {
      EXPECT_FALSE(thrown);
      seen = rows;
    });
    const std::string text = lines(0, 20'000);
    for (std::size_t at = 0; at < text.size(); at += 7777) value_or_throw(co_await copy.write(text.substr(at, 7777)));
    EXPECT_EQ(seen, -1);
    EXPECT_EQ(value_or_throw(co_await copy.finish()), 20'000);
    co_await until([&] { return seen != -1; });
    EXPECT_EQ(seen, 20'000);
    outgoing_copy nothing = value_or_throw(co_await db.begin_copy_in(into_table));
    EXPECT_EQ(value_or_throw(co_await nothing.finish()), 0);
  });
}

// What the server does not read does not gather here: a write waits until the one before has mostly left.
TEST(AsioCopying, AWriteWaitsForTheNetwork) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect_with_table({.max_in_flight = 1});
    connection other = co_await connect();
    auto lock = value_or_throw(co_await other.begin());
    value_or_throw(co_await lock.exec("lock table asio_copying"));
    outgoing_copy copy = value_or_throw(co_await db.begin_copy_in(into_table));
    const std::string piece = lines(0, 4000);
    int written = 0;
    asio::co_spawn(
        db.get_executor(),
        [&]() -> asio::awaitable<void> {
          for (int i = 0; i != 100; ++i) {
            value_or_throw(co_await copy.write(piece));
            ++written;
          }
        },
        [](const std::exception_ptr& thrown) { EXPECT_FALSE(thrown); });
    co_await sleep_for(300ms);
    EXPECT_LT(written, 60) << "the server reads nothing";
    EXPECT_TRUE(co_await lock.rollback());
    co_await until([&] { return written == 100; });
    EXPECT_EQ(value_or_throw(co_await copy.finish()), 400'000);
  });
}

TEST(AsioCopying, WhatTheServerRefusesIsToldAtTheEnd) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect_with_table();
    outgoing_copy wrong = value_or_throw(co_await db.begin_copy_in(into_table));
    value_or_throw(co_await wrong.write(lines(0, 1000)));
    value_or_throw(co_await wrong.write("not a number\tx\n"));
    co_await sleep_for(50ms);
    for (int i = 0; i != 20; ++i) value_or_throw(co_await wrong.write(lines(0, 10'000)));
    EXPECT_EQ((co_await wrong.finish()).error().sqlstate(), "22P02");
    outgoing_copy nowhere = value_or_throw(co_await db.begin_copy_in("copy nowhere from stdin"));
    value_or_throw(co_await nowhere.write("1\n"));
    EXPECT_EQ((co_await nowhere.finish()).error().sqlstate(), "42P01");
    EXPECT_EQ((co_await db.begin_copy_in("select 1")).error().category(), error_category::usage);
    EXPECT_EQ(co_await count(db), 0);
  });
}

TEST(AsioCopying, OneThatIsAbandonedIsUndone) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect_with_table();
    {
      outgoing_copy dropped = value_or_throw(co_await db.begin_copy_in(into_table));
      value_or_throw(co_await dropped.write(lines(0, 10)));
    }
    outgoing_copy undone = value_or_throw(co_await db.begin_copy_in(into_table));
    value_or_throw(co_await undone.write(lines(0, 10)));
    EXPECT_TRUE(co_await undone.abandon("for a reason"));
    EXPECT_EQ(co_await count(db), 0);
    // In a transaction, which ends first.
    {
      auto block = value_or_throw(co_await db.begin());
      outgoing_copy kept = value_or_throw(co_await block.begin_copy_in(into_table));
      value_or_throw(co_await kept.write(lines(0, 10)));
      EXPECT_EQ(value_or_throw(co_await kept.finish()), 10);
      outgoing_copy open = value_or_throw(co_await block.begin_copy_in(into_table));
      value_or_throw(co_await open.write(lines(0, 10)));
      block.rollback()([](const auto&) {});
    }
    EXPECT_EQ(co_await count(db), 0);
  });
}

// Its data has a hole then: nothing of it may last.
TEST(AsioCopying, AWriteThatIsGivenUpEndsTheCopy) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect_with_table();
    connection other = co_await connect();
    for (const bool cancelled : {true, false}) {
      auto lock = value_or_throw(co_await other.begin());
      value_or_throw(co_await lock.exec("lock table asio_copying"));
      outgoing_copy copy = value_or_throw(co_await db.begin_copy_in(into_table));
      const std::string piece = lines(0, 100'000);
      asio::cancellation_signal give_up;
      int given_up = 0;
      int refused = 0;
      for (int i = 0; i != 10; ++i) {
        auto told = [&](const result<void>& done) {
          if (done) return;
          ++(done.error().category() == error_category::usage ? refused : given_up);
        };
        if (!cancelled) {
          copy.write(piece).within(i == 8 ? 50ms : 60s)(told);
        } else if (i == 8) {
          copy.write(piece)(asio::bind_cancellation_slot(give_up.slot(), told));
        } else {
          copy.write(piece)(told);
        }
      }
      co_await sleep_for(100ms);
      give_up.emit(asio::cancellation_type::total);
      co_await until([&] { return given_up == 1; });
      EXPECT_TRUE(co_await lock.rollback());
      EXPECT_GE(refused, 1);
      EXPECT_EQ((co_await copy.write("1\tx\n")).error().category(), error_category::usage);
      EXPECT_EQ((co_await copy.finish()).error().category(), error_category::usage);
      EXPECT_EQ(co_await count(db), 0);
    }
  });
}

TEST(AsioCopying, AKilledServerEndsIt) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect_with_table();
    outgoing_copy copy = value_or_throw(co_await db.begin_copy_in(into_table));
    value_or_throw(co_await copy.write(lines(0, 10)));
    EXPECT_EQ(ask("select pg_terminate_backend(" + std::to_string(db.process_id()) + ")"), "t");
    co_await until([&] { return !db.is_open(); });
    EXPECT_TRUE((co_await copy.write(lines(0, 10))).error().is_fatal());
    EXPECT_TRUE((co_await copy.finish()).error().is_fatal());
    connection again = co_await connect();
    EXPECT_EQ(co_await count(again), 0);
    outgoing_copy closed = value_or_throw(co_await again.begin_copy_in(into_table));
    value_or_throw(co_await closed.write(lines(0, 10)));
    again.close();
    EXPECT_EQ((co_await closed.finish()).error().category(), error_category::closed);
    connection last = co_await connect();
    EXPECT_EQ(co_await count(last), 0);
  });
}

TEST(AsioCopying, PiecesComeOutInConstantMemory) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect({.max_stored_bytes = 100'000});
    incoming_copy copy = value_or_throw(
        co_await db.begin_copy_out("copy (select n, repeat('x', 100) from generate_series(1, 100000) n) to stdout"));
    co_await sleep_for(100ms);
    std::int64_t rows = 0;
    for (;;) {
      const auto piece = value_or_throw(co_await copy.read());
      if (piece.data.empty()) {
        EXPECT_EQ(piece.rows, 100'000);
        break;
      }
      EXPECT_LT(piece.data.size(), 1'000'000);
      EXPECT_EQ(piece.data.back(), '\n');
      for (const char each : piece.data) rows += each == '\n' ? 1 : 0;
    }
    EXPECT_EQ(rows, 100'000);
    EXPECT_FALSE(co_await copy.read());
    EXPECT_EQ((co_await db.begin_copy_out("copy nowhere to stdout")).error().sqlstate(), "42P01");
    {
      incoming_copy dropped = value_or_throw(
          co_await db.begin_copy_out("copy (select repeat('x', 1000) from generate_series(1, 30000)) to stdout"));
      EXPECT_TRUE(co_await dropped.read());
    }
    incoming_copy failing = value_or_throw(
        co_await db.begin_copy_out("copy (select 1 / (50000 - n) from generate_series(1, 60000) n) to stdout"));
    for (;;) {
      const auto piece = co_await failing.read();
      if (piece) continue;
      EXPECT_EQ(piece.error().sqlstate(), "22012");
      break;
    }
    EXPECT_EQ(first<int>(co_await db.query("select 1")), 1);
  });
}

}  // namespace
}  // namespace pgpipe::test
