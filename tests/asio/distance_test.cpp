#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include <pgpipe/client/surroundings.hpp>

#include "delay/proxy_thread.hpp"
#include "run.hpp"
#include "support/secure_server.hpp"

// Over links: far away, encrypted, in pieces, cut.
namespace pgpipe::test {
namespace {

using namespace std::chrono_literals;
using app::delay::link_settings;
using app::delay::proxy_thread;
using asio_client::connection;
using clock = std::chrono::steady_clock;

std::unique_ptr<proxy_thread> link_to(const std::string& conninfo, const link_settings& settings) {
  return value_or_throw(proxy_thread::start(options_from_conninfo(conninfo).value(), settings, 1));
}

asio::awaitable<connection> connect_through(const proxy_thread& link) {
  auto opened = co_await connection::open(co_await asio::this_coro::executor, link.through());
  co_return value_or_throw(std::move(opened));
}

asio::awaitable<void> ask_together(connection& db, int count, std::size_t bytes) {
  group all(co_await asio::this_coro::executor);
  for (int i = 0; i != count; ++i) {
    all.spawn(db.get_executor(), [&db, i, bytes]() -> asio::awaitable<void> {
      const std::string text(bytes, static_cast<char>('a' + i % 26));
      const auto rows = co_await db.query("select $1::int, $2::text", i, text);
      EXPECT_EQ(first<int>(rows), i);
      EXPECT_EQ((*rows)[0].get<std::string_view>(1), text);
    });
  }
  co_await all.join();
}

// perf/asio_concurrency measures 100 of them at 100 ms.
TEST(AsioDistance, ManyCoroutinesTakeAsLongAsOne) {
  const auto link = link_to(server_conninfo(), {.rtt = 50ms});
  run([&]() -> asio::awaitable<void> {
    connection db = co_await connect_through(*link);
    const auto begin = clock::now();
    co_await ask_together(db, 100, 10);
    const auto together = clock::now() - begin;
    for (int i = 0; i != 10; ++i) std::ignore = co_await db.query("select 1");
    const auto ten_in_turn = clock::now() - begin - together;
    EXPECT_GE(ten_in_turn, 500ms);
    EXPECT_LT(together, ten_in_turn / 2);  // a hundred in turn would take twenty times as long as that
  });
}

TEST(AsioDistance, BytesOneByOneChangeNothing) {
  const auto link = link_to(server_conninfo(), {.segment = 1});
  run([&]() -> asio::awaitable<void> {
    connection db = co_await connect_through(*link);
    co_await ask_together(db, 20, 100);
  });
}

// Wherever the server's bytes end, everybody who waits is told.
TEST(AsioDistance, ACutAnywhereReachesEverybody) {
  for (std::uint64_t bytes = 1; bytes < 1200; bytes += 83) {
    const auto link = link_to(server_conninfo(), {.cut_after_bytes = bytes});
    run([&]() -> asio::awaitable<void> {
      auto opened = co_await connection::open(co_await asio::this_coro::executor, link->through());
      if (!opened) co_return;
      connection db = *std::move(opened);
      group all(db.get_executor());
      int told = 0;
      for (int i = 0; i != 20; ++i) {
        all.spawn(db.get_executor(), [&]() -> asio::awaitable<void> {
          const auto rows = co_await db.query("select 'a row of some length'");
          EXPECT_TRUE(rows || rows.error().is_fatal());
          ++told;
        });
      }
      co_await all.join();
      EXPECT_EQ(told, 20);
    });
  }
}

class AsioTls : public testing::Test {
 protected:
  static secure_server& server() {
    static secure_server running;
    return running;
  }
};

TEST_F(AsioTls, BothDirectionsFullAndInPieces) {
  const std::string conninfo = server().conninfo("tls_only", "sslmode=verify-full sslrootcert=" + server().root_file());
  run([&]() -> asio::awaitable<void> {
    connection db = co_await connect({}, conninfo);
    EXPECT_TRUE(first<bool>(co_await db.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()")));
    co_await ask_together(db, 1000, 10);
    co_await ask_together(db, 20, 500'000);
  });
  const auto link = link_to(conninfo, {.bandwidth = 5e6, .segment = 7});
  run([&]() -> asio::awaitable<void> {
    connection db = co_await connect_through(*link);
    co_await ask_together(db, 50, 1000);
  });
}

TEST_F(AsioTls, PasswordsAndCertificates) {
  run([]() -> asio::awaitable<void> {
    const auto here = co_await asio::this_coro::executor;
    connection scram = co_await connect({}, server().conninfo("scram", "password=secret sslmode=require"));
    EXPECT_EQ(first<std::string>(co_await scram.query("select current_user::text")), "scram");
    const auto wrong = co_await connection::open(here, server().conninfo("scram", "password=wrong sslmode=prefer"));
    EXPECT_EQ(wrong.error().sqlstate(), "28P01");
    const auto stranger =
        co_await connection::open(here, server().conninfo("tls_only", "sslmode=verify-full sslrootcert=/dev/null"));
    EXPECT_FALSE(stranger.has_value());
    connection killed = co_await connect({}, server().conninfo("tls_only", "sslmode=require"));
    killed.query("select pg_sleep(20)")([](const auto& rows) { EXPECT_TRUE(rows.error().is_fatal()); });
    co_await sleep_for(std::chrono::milliseconds(50));
    ask("select pg_terminate_backend(" + std::to_string(killed.process_id()) + ")", server().superuser_conninfo());
    EXPECT_FALSE(co_await killed.query("select 1"));
    EXPECT_FALSE(killed.is_open());
  });
}

}  // namespace
}  // namespace pgpipe::test
