#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "run.hpp"

// How requests end before their answers, and what a connection does with them.
namespace pgpipe::test {
namespace {

using namespace std::chrono_literals;
using namespace asio::experimental::awaitable_operators;
using asio_client::connection;

constexpr const char* insert_one = "insert into asio_ending values (1)";

asio::awaitable<void> make_table() {
  connection db = co_await connect();
  value_or_throw(co_await db.exec("drop table if exists asio_ending; create table asio_ending (i int)"));
}

asio::awaitable<std::int64_t> rows_of_table() {
  connection db = co_await connect();
  co_return first<std::int64_t>(co_await db.query("select count(*) from asio_ending"));
}

// The backend dies with one request running, others sent behind it, and one not sent: each is told for itself.
TEST(AsioEnding, AKilledBackendTellsEachWaiterWhetherARetryIsSafe) {
  run([]() -> asio::awaitable<void> {
    co_await make_table();
    connection db = co_await connect({.max_in_flight = 11});
    group all(co_await asio::this_coro::executor);
    int unknown = 0;
    int safe = 0;
    for (int i = 0; i != 30; ++i) {
      all.spawn(db.get_executor(), [&db, &unknown, &safe, i]() -> asio::awaitable<void> {
        const std::string sql = i == 0 ? "select pg_sleep(60)" : insert_one;
        const auto rows = co_await db.query(sql);
        EXPECT_FALSE(rows.has_value());
        if (rows) co_return;
        EXPECT_TRUE(rows.error().is_fatal()) << rows.error().text();
        ++(rows.error().safe_to_retry() ? safe : unknown);
      });
    }
    co_await until([&] { return db.bytes_in_flight() != 0; });
    co_await sleep_for(100ms);
    EXPECT_EQ(ask("select pg_terminate_backend(" + std::to_string(db.process_id()) + ")"), "t");
    co_await all.join();
    // The server's own word about the one that ran; those behind it were sent, and the rest never was.
    EXPECT_EQ(unknown + safe, 30);
    EXPECT_GE(unknown, 10);
    EXPECT_GE(safe, 19);
    EXPECT_FALSE(db.is_open());
    const auto after = co_await db.query("select 1");
    EXPECT_TRUE(after.error().is_fatal());
    EXPECT_TRUE(after.error().safe_to_retry());
    EXPECT_EQ(co_await rows_of_table(), 0);
  });
}

TEST(AsioEnding, AnIdleConnectionNoticesItsEnd) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    EXPECT_EQ(ask("select pg_terminate_backend(" + std::to_string(db.process_id()) + ")"), "t");
    for (int i = 0; i != 200 && db.is_open(); ++i) co_await sleep_for(10ms);
    EXPECT_FALSE(db.is_open());
    const auto rows = co_await db.query(insert_one);
    EXPECT_TRUE(rows.error().safe_to_retry());
    EXPECT_NE(rows.error().text().find("terminating connection"), std::string::npos) << rows.error().text();
  });
}

TEST(AsioEnding, ACancelledRequestThatWasNotSentNeverHappens) {
  run([]() -> asio::awaitable<void> {
    co_await make_table();
    connection db = co_await connect({.max_in_flight = 1});
    asio::cancellation_signal give_up;
    std::vector<std::string> ends;
    const auto note = [&](const result<statement_result>& rows) {
      ends.push_back(rows ? "done"
                          : std::string(to_string(rows.error().category())) +
                                (rows.error().safe_to_retry() ? " safe" : " unknown"));
    };
    db.query("select pg_sleep(1)")(note);
    db.query(insert_one)(asio::bind_cancellation_slot(give_up.slot(), note));
    db.query("select 2")(note);
    co_await sleep_for(50ms);
    give_up.emit(asio::cancellation_type::total);
    co_await until([&] { return !ends.empty(); });
    EXPECT_EQ(ends, std::vector<std::string>{"cancelled safe"});
    EXPECT_EQ(first<int>(co_await db.query("select 3")), 3);
    EXPECT_EQ(ends, (std::vector<std::string>{"cancelled safe", "done", "done"}));
    EXPECT_EQ(co_await rows_of_table(), 0);
  });
}

// Its answer is counted when it comes, and reaches nobody.
TEST(AsioEnding, ACancelledRequestThatWasSentIsAbandoned) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect({.statement_cache = 5});
    asio::cancellation_signal give_up;
    std::string end;
    const auto note = [&](const auto& outcome) {
      end = outcome ? "done"
                    : std::string(to_string(outcome.error().category())) +
                          (outcome.error().safe_to_retry() ? " safe" : " unknown");
    };
    for (int kind = 0; kind != 5; ++kind) {
      end.clear();
      const auto token = [&] { return asio::bind_cancellation_slot(give_up.slot(), note); };
      if (kind == 0) db.query("select generate_series(1, 1000) from pg_sleep(0.4)")(token());
      if (kind == 1) db.exec("select pg_sleep(0.4); select generate_series(1, 1000)")(token());
      if (kind == 2) db.run(asio_client::batch().push("select pg_sleep(0.4)").push("select 1 / 0"))(token());
      if (kind == 3) db.copy_out("copy (select pg_sleep(0.4)) to stdout", [](auto) {})(token());
      if (kind == 4) db.prepare("select pg_sleep(0.4)")(token());
      co_await until([&] { return db.bytes_in_flight() != 0 || !end.empty(); });
      if (kind != 4) {
        give_up.emit(asio::cancellation_type::total);
        co_await sleep_for(5ms);
        EXPECT_EQ(end, "") << "total alone does not end what was sent";
      }
      if (kind != 4) give_up.emit(asio::cancellation_type::terminal);
      co_await until([&] { return !end.empty(); });
      EXPECT_EQ(end, kind == 4 ? "done" : "cancelled unknown");
      EXPECT_EQ(first<int>(co_await db.query("select $1::int", kind)), kind);
    }
  });
}

TEST(AsioEnding, DeadlinesEndWhatIsSentAndWhatIsNot) {
  run([]() -> asio::awaitable<void> {
    co_await make_table();
    connection db = co_await connect({.max_in_flight = 1});
    group all(co_await asio::this_coro::executor);
    all.spawn(db.get_executor(), [&]() -> asio::awaitable<void> {
      const auto slow = co_await db.query("select pg_sleep(0.4)").within(50ms);
      EXPECT_EQ(slow.error().category(), error_category::timeout);
      EXPECT_FALSE(slow.error().safe_to_retry());
      EXPECT_FALSE(slow.error().is_fatal());
    });
    all.spawn(db.get_executor(), [&]() -> asio::awaitable<void> {
      const auto unsent = co_await db.query(insert_one).within(100ms);
      EXPECT_EQ(unsent.error().category(), error_category::timeout);
      EXPECT_TRUE(unsent.error().safe_to_retry());
    });
    all.spawn(db.get_executor(),
              [&]() -> asio::awaitable<void> { EXPECT_EQ(first<int>(co_await db.query("select 5").within(20s)), 5); });
    co_await all.join();
    EXPECT_EQ(co_await rows_of_table(), 0);
    connection quick = co_await connect({.timeout = 50ms});
    EXPECT_EQ((co_await quick.query("select pg_sleep(0.2)")).error().category(), error_category::timeout);
    EXPECT_EQ(first<int>(co_await quick.query("select 6").within(5s)), 6);
  });
}

// The usual way to give up in coroutines: whatever ends first cancels the other.
TEST(AsioEnding, TheOperatorsOfAwaitablesCancel) {
  run([]() -> asio::awaitable<void> {
    connection db = co_await connect();
    const auto ask_slowly = [&]() -> asio::awaitable<void> {
      const auto rows = co_await db.query("select pg_sleep(0.5)");
      EXPECT_FALSE(rows.has_value());
    };
    const auto begin = std::chrono::steady_clock::now();
    co_await (ask_slowly() || sleep_for(50ms));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 400ms);
    EXPECT_EQ(first<int>(co_await db.query("select 1")), 1);
  });
}

TEST(AsioEnding, AConnectionMayEndWithOperationsOutstanding) {
  run([]() -> asio::awaitable<void> {
    auto db = std::make_unique<connection>(co_await connect({.max_in_flight = 3}));
    group all(co_await asio::this_coro::executor);
    int safe = 0;
    for (int i = 0; i != 6; ++i) {
      all.spawn(db->get_executor(), [&db, &safe]() -> asio::awaitable<void> {
        const auto rows = co_await db->query("select pg_sleep(20)");
        EXPECT_EQ(rows.error().category(), error_category::closed);
        safe += rows.error().safe_to_retry() ? 1 : 0;
      });
    }
    co_await until([&] { return db->bytes_in_flight() != 0; });
    db.reset();
    co_await all.join();
    EXPECT_EQ(safe, 3);
  });
}

// Handlers, and coroutines with what they own, go with their executor: nothing is left, and nobody is called.
TEST(AsioEnding, AnExecutorMayEndWithOperationsOutstanding) {
  const auto held = std::make_shared<int>(7);
  {
    asio::io_context io;
    asio::co_spawn(
        io,
        [held]() -> asio::awaitable<void> {
          connection db = co_await connect({.max_in_flight = 1});
          for (int i = 0; i != 3; ++i) db.query("select pg_sleep(20)")([held](const auto&) { FAIL(); });
          auto block = co_await connect();
          auto transaction = co_await block.begin();
          std::ignore = co_await db.query("select pg_sleep(20)");
          ADD_FAILURE();
        },
        asio::detached);
    io.run_for(200ms);
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(AsioEnding, ConnectingIsCancelledAndToldWhatIsWrong) {
  run([]() -> asio::awaitable<void> {
    const auto here = co_await asio::this_coro::executor;
    const auto refused = co_await connection::open(here, "host=127.0.0.1 port=1 user=x dbname=x");
    EXPECT_EQ(refused.error().category(), error_category::io);
    const auto nonsense = co_await connection::open(here, "nonsense=1");
    EXPECT_EQ(nonsense.error().category(), error_category::usage);
    const auto nobody = co_await connection::open(here, "host=no.such.host.invalid user=x dbname=x");
    EXPECT_NE(nobody.error().text().find("could not translate host name \"no.such.host.invalid\""), std::string::npos)
        << nobody.error().text();
    // A server that accepts and says nothing.
    asio::ip::tcp::acceptor silent(here, {asio::ip::make_address("127.0.0.1"), 0});
    const std::string there =
        "host=127.0.0.1 user=x dbname=x sslmode=disable port=" + std::to_string(silent.local_endpoint().port());
    const auto slow = co_await connection::open(here, there + " connect_timeout=1");
    EXPECT_EQ(slow.error().category(), error_category::timeout) << slow.error().text();
    const auto open_it = [&]() -> asio::awaitable<void> {
      const auto opened = co_await connection::open(co_await asio::this_coro::executor, there);
      EXPECT_EQ(opened.error().category(), error_category::cancelled);
    };
    co_await (open_it() || sleep_for(50ms));
  });
}

}  // namespace
}  // namespace pgpipe::test
