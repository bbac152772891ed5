#include <array>
#include <chrono>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/ping.hpp>
#include <pgpipe/net/stream.hpp>

#include "embedded/private_cluster.hpp"
#include "sockets.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

// What is known of a session becomes known without asking it, but after a moment.
bool dies_soon(const connection& session) {
  for (int tries = 0; tries != 1000; ++tries) {
    if (!session.is_alive()) return true;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return false;
}

TEST(health, a_session_that_was_ended_is_found_without_a_round_trip) {
  connection session = value_or_throw(connection::open(server_conninfo()));
  EXPECT_TRUE(session.is_alive());
  ASSERT_TRUE(session.query("select 1"));
  EXPECT_TRUE(session.is_alive());
  end_session(session.process_id());
  EXPECT_TRUE(dies_soon(session));
  EXPECT_TRUE(session.is_open()) << "nobody has read it yet";
  const auto checked = session.check();
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().sqlstate(), "57P01") << checked.error().text();
  EXPECT_FALSE(session.is_open());
  EXPECT_FALSE(session.is_alive());
}

TEST(health, a_check_leaves_a_transaction_as_it_is) {
  connection session = value_or_throw(connection::open(server_conninfo()));
  EXPECT_TRUE(session.check(milliseconds(10000)));
  ASSERT_TRUE(session.exec("begin; create temp table t (i int)"));
  EXPECT_TRUE(session.check(milliseconds(10000)));
  EXPECT_EQ(session.status(), protocol::transaction_status::in_transaction);
  ASSERT_FALSE(session.exec("select 1 / 0"));
  EXPECT_TRUE(session.check(milliseconds(10000)));
  EXPECT_EQ(session.status(), protocol::transaction_status::failed);
  ASSERT_TRUE(session.exec("rollback"));
}

TEST(health, a_server_that_says_nothing_more_is_given_up) {
  const net::loopback_listener listener;
  std::thread server([&] {
    net::stream session(listener.accept());
    std::array<std::byte, 1024> bytes{};
    static_cast<void>(session.receive(bytes));
    static_cast<void>(session.try_send(net::bytes_of(std::string_view("R\0\0\0\x08\0\0\0\0Z\0\0\0\5I", 15))));
    // A message that never ends.
    static_cast<void>(session.receive(bytes));
    static_cast<void>(session.try_send(net::bytes_of(std::string_view("Z\0\0", 3))));
    while (session.receive(bytes).ok()) {
    }
  });
  {
    connection session = value_or_throw(connection::open("host=127.0.0.1 port=" + std::to_string(listener.port()) +
                                                         " user=u dbname=d sslmode=disable"));
    EXPECT_TRUE(session.is_alive());
    const auto checked = session.check(milliseconds(100));
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().category(), error_category::timeout);
    EXPECT_FALSE(session.is_open());
  }
  server.join();
}

TEST(health, a_connection_opens_again_with_its_options_and_handlers) {
  connection session = value_or_throw(connection::open(server_conninfo() + " application_name=again"));
  int notices = 0;
  session.on_notice([&](const server_message&) { ++notices; });
  ASSERT_TRUE(session.exec("set work_mem = '1MB'"));
  const std::int32_t before = session.process_id();
  end_session(session.process_id());
  ASSERT_FALSE(session.query("select 1"));
  ASSERT_TRUE(session.reconnect());
  EXPECT_NE(session.process_id(), before);
  EXPECT_TRUE(session.is_alive());
  const auto name = value_or_throw(session.query("select current_setting('application_name')"));
  EXPECT_EQ(name[0].get<std::string>(0), "again");
  EXPECT_NE(value_or_throw(session.query("show work_mem"))[0].get<std::string>(0), "1MB") << "a new session";
  ASSERT_TRUE(session.exec("do $$ begin raise notice 'x'; end $$"));
  EXPECT_EQ(notices, 1);
  // While the old session is still well, too: it is ended.
  const std::int32_t second = session.process_id();
  ASSERT_TRUE(session.reconnect());
  for (int tries = 0;; ++tries) {
    if (ask("select count(*)::text from pg_stat_activity where pid = " + std::to_string(second)) == "0") break;
    ASSERT_LT(tries, 1000);
    std::this_thread::sleep_for(milliseconds(5));
  }
}

// A handle of the old session must never run another statement of the new one.
TEST(health, statements_of_the_old_session_are_unknown_to_the_new_one) {
  connection session = value_or_throw(connection::open(server_conninfo()));
  const prepared_statement old = value_or_throw(session.prepare("select 'old'"));
  ASSERT_TRUE(session.reconnect());
  const prepared_statement renewed = value_or_throw(session.prepare("select 'new'"));
  const auto ran = session.execute(old);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().sqlstate(), "26000");
  EXPECT_EQ(value_or_throw(session.execute(renewed))[0].get<std::string>(0), "new");
}

TEST(health, a_failed_reconnection_may_be_tried_again) {
  auto server = std::make_unique<app::private_cluster>(value_or_throw(app::private_cluster::start()));
  connection session = value_or_throw(connection::open(server->conninfo()));
  server.reset();
  for (int i = 0; i != 2; ++i) {
    const auto renewed = session.reconnect();
    ASSERT_FALSE(renewed);
    EXPECT_THAT(renewed.error().text(), HasSubstr("failed: No such file or directory"));
    EXPECT_FALSE(session.is_open());
    EXPECT_FALSE(session.query("select 1"));
  }
}

// A server's answer to whoever connects.
server_state ping_one_that_says(std::string_view answer) {
  const net::loopback_listener listener;
  std::thread server([&] {
    net::stream client(listener.accept());
    std::array<std::byte, 1024> bytes{};
    static_cast<void>(client.receive(bytes));
    static_cast<void>(client.try_send(net::bytes_of(answer)));
  });
  const server_state state =
      ping("host=127.0.0.1 port=" + std::to_string(listener.port()) + " user=u dbname=d sslmode=disable");
  server.join();
  return state;
}

TEST(health, ping_tells_what_libpq_would) {
  EXPECT_EQ(ping(server_conninfo()), server_state::accepting);
  EXPECT_EQ(ping(server_conninfo() + " dbname=no_such_database"), server_state::accepting);
  EXPECT_EQ(ping("host=/nonexistent user=u"), server_state::no_response);
  EXPECT_EQ(ping("host=127.0.0.1 port=5x user=u"), server_state::no_attempt);
  EXPECT_EQ(ping("bogus=1"), server_state::no_attempt);
  EXPECT_EQ(ping_one_that_says(std::string_view("E\0\0\0\x16SFATAL\0C57P03\0Mx\0\0", 23)), server_state::rejecting);
  EXPECT_EQ(ping_one_that_says(std::string_view("E\0\0\0\x16SFATAL\0C53300\0Mx\0\0", 23)), server_state::accepting);
  EXPECT_EQ(ping_one_that_says(std::string_view("R\0\0\0\x08\0\0\0\3", 9)), server_state::accepting);
  EXPECT_EQ(ping_one_that_says("HTTP/1.1 400 Bad Request\r\n"), server_state::no_response);
  EXPECT_EQ(ping_one_that_says("Ecould not fork\n"), server_state::no_response);
  EXPECT_EQ(ping_one_that_says(""), server_state::no_response);
  EXPECT_EQ(to_string(server_state::rejecting), "rejecting connections");
}

}  // namespace
}  // namespace pgpipe::test
