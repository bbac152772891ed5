#include <array>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/net/stream.hpp>

#include "sockets.hpp"
#include "support/secure_server.hpp"
#include "support/tls_relay.hpp"

namespace pgpipe::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::HasSubstr;

class cancel : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ::setenv("HOME", "/nonexistent", 1);  // whose .postgresql might hold certificates
    server_ = std::make_unique<secure_server>();
  }
  static void TearDownTestSuite() { server_.reset(); }

  // Cancels, from another thread, a session that sleeps; then uses it on.
  static void expect_cancelled(const std::string& conninfo) {
    SCOPED_TRACE(conninfo);
    connection session = value_or_throw(connection::open(conninfo));
    const cancel_token token = session.cancel_token();
    EXPECT_TRUE(token);
    const auto start = steady_clock::now();
    std::thread other([&] {
      wait_until_it_sleeps(session.process_id());
      const auto sent = token.cancel(milliseconds(10000));
      EXPECT_TRUE(sent) << sent.error().text();
    });
    const auto slept = session.query("select pg_sleep(60)");
    other.join();
    ASSERT_FALSE(slept);
    EXPECT_EQ(slept.error().sqlstate(), "57014");
    EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(30));
    const auto next = session.query("select 1::int");
    ASSERT_TRUE(next) << next.error().text();
    EXPECT_EQ((*next)[0].get<int>(0), 1);
    // The handle outlives the session, and then hits nobody.
    session.close();
    EXPECT_TRUE(token.cancel(milliseconds(10000)));
  }
  static void wait_until_it_sleeps(std::int32_t process_id) {
    connection superuser = value_or_throw(connection::open(server_->superuser_conninfo()));
    for (;;) {
      const auto seen = value_or_throw(
          superuser.query("select wait_event = 'PgSleep' from pg_stat_activity where pid = $1", process_id));
      if (!seen.empty() && !seen[0].field(0).is_null() && seen[0].get<bool>(0)) return;
      std::this_thread::sleep_for(milliseconds(5));
    }
  }

  static std::unique_ptr<secure_server> server_;
};

std::unique_ptr<secure_server> cancel::server_;

TEST_F(cancel, reaches_the_session_over_a_unix_socket) { expect_cancelled(server_->superuser_conninfo()); }

TEST_F(cancel, reaches_the_session_over_tcp) { expect_cancelled(server_->conninfo("scram", "sslmode=disable")); }

TEST_F(cancel, reaches_the_session_over_tls) {
  expect_cancelled(server_->conninfo("scram", "sslmode=require"));
  expect_cancelled(server_->conninfo("scram", "sslmode=verify-full sslrootcert=" + server_->root_file()));
  const tls_relay relay(server_->certificate(), server_->port());
  expect_cancelled(server_->conninfo("scram", "sslmode=require sslnegotiation=direct") +
                   " port=" + std::to_string(relay.port()));
}

// It hits the statement that runs, and with it the rest of its group; the group behind it is another matter.
TEST_F(cancel, amid_a_pipeline_fails_one_group) {
  connection session = value_or_throw(connection::open(server_->superuser_conninfo()));
  const cancel_token token = session.cancel_token();
  pipeline batch(session);
  for (const char* sql : {"select 1", "select pg_sleep(60)", "select 3"}) value_or_throw(batch.push(sql));
  value_or_throw(batch.sync());
  value_or_throw(batch.push("select 4"));
  value_or_throw(batch.sync());
  std::thread other([&] {
    wait_until_it_sleeps(session.process_id());
    EXPECT_TRUE(token.cancel(milliseconds(10000)));
  });
  const auto results = value_or_throw(batch.collect());
  other.join();
  ASSERT_EQ(results.size(), 6U);
  EXPECT_TRUE(results[0].completed());
  ASSERT_NE(results[1].failure(), nullptr);
  EXPECT_EQ(results[1].failure()->sqlstate(), "57014");
  EXPECT_EQ(results[2].outcome(), statement_outcome::skipped);
  EXPECT_EQ(results[3].group(), group_outcome::rolled_back);
  EXPECT_EQ(results[4][0].get<int>(0), 4);
  EXPECT_EQ(results[5].group(), group_outcome::committed);
}

// Whenever it comes: the statement that is asked when cancel() has returned is not hit.
TEST_F(cancel, never_hits_what_is_asked_behind_it) {
  connection session = value_or_throw(connection::open(server_->superuser_conninfo()));
  const cancel_token token = session.cancel_token();
  std::minstd_rand random(42);
  int hit = 0;
  for (int i = 0; i != 300; ++i) {
    const std::chrono::microseconds moment(std::uniform_int_distribution<int>(0, 2500)(random));
    std::thread other([&] {
      std::this_thread::sleep_for(moment);
      EXPECT_TRUE(token.cancel(milliseconds(10000)));
    });
    if (!session.query("select pg_sleep(0.001)")) ++hit;
    other.join();
    const auto next = session.query("select 1");
    ASSERT_TRUE(next) << next.error().text();
  }
  EXPECT_GT(hit, 0);
}

TEST_F(cancel, reaches_the_session_over_a_bare_address) {
  const auto bare = [](std::string conninfo) {
    const std::size_t at = conninfo.find("host=");
    return conninfo.replace(at, conninfo.find(' ', at) - at, "hostaddr=127.0.0.1");
  };
  expect_cancelled(bare(server_->conninfo("scram", "sslmode=disable")));
  expect_cancelled(bare(server_->conninfo("scram", "sslmode=require")));
}

TEST_F(cancel, says_why_it_cannot_be_sent) {
  EXPECT_THAT(cancel_token().cancel().error().text(), HasSubstr("no cancel key"));
  EXPECT_FALSE(cancel_token());
  auto other = std::make_unique<app::private_cluster>(value_or_throw(app::private_cluster::start()));
  connection session = value_or_throw(connection::open(other->conninfo()));
  const cancel_token token = session.cancel_token();
  other.reset();
  const auto sent = token.cancel(milliseconds(10000));
  ASSERT_FALSE(sent);
  EXPECT_THAT(sent.error().text(), HasSubstr("could not send a cancel request to /"));
}

// AuthenticationOk, BackendKeyData, ReadyForQuery, with a negotiated protocol before them if need be.
std::string start_up(const std::string& key) {
  const std::string none(3, '\0');
  const auto length = static_cast<char>((key.size() + 8) & 0xff);
  const auto high = static_cast<char>((key.size() + 8) >> 8);
  return std::string("R\0\0\0\x08\0\0\0\0", 9) + "K" + std::string(2, '\0') + high + length + none + '\x07' + key +
         std::string("Z\0\0\0\5I", 6);
}

// A server that speaks protocol 3.2: none that is installed does.
TEST_F(cancel, shows_long_keys_whole) {
  for (const std::size_t size : {std::size_t{4}, std::size_t{32}, std::size_t{256}}) {
    const std::string key(size, 'k');
    const net::loopback_listener listener;
    std::string request;
    std::thread server([&] {
      net::stream session(listener.accept());
      std::array<std::byte, 1024> bytes{};
      static_cast<void>(session.receive(bytes));
      static_cast<void>(session.try_send(net::bytes_of(start_up(key))));
      net::stream canceller(listener.accept());
      while (request.size() < 12 + size) {
        const net::transfer got = canceller.receive(bytes);
        if (!got.ok()) break;
        request += net::text_of(std::span(bytes).first(got.bytes));
      }
    });
    connection session = value_or_throw(connection::open("host=127.0.0.1 port=" + std::to_string(listener.port()) +
                                                         " user=u dbname=d sslmode=disable max_protocol_version=3.2"));
    EXPECT_TRUE(session.cancel_token().cancel(milliseconds(10000)));
    server.join();
    ASSERT_EQ(request.size(), 12 + size);
    EXPECT_EQ(request.substr(4, 8), std::string("\x04\xd2\x16\x2e\0\0\0\x07", 8));
    EXPECT_EQ(request.substr(12), key);
  }
}

TEST_F(cancel, waits_no_longer_than_it_may) {
  const net::loopback_listener listener;
  std::thread server([&] {
    net::stream session(listener.accept());
    std::array<std::byte, 1024> bytes{};
    static_cast<void>(session.receive(bytes));
    static_cast<void>(session.try_send(net::bytes_of(start_up("four"))));
    while (session.receive(bytes).ok()) {
    }
  });
  {
    connection session = value_or_throw(connection::open("host=127.0.0.1 port=" + std::to_string(listener.port()) +
                                                         " user=u dbname=d sslmode=disable"));
    // The system takes the connection; nobody reads it.
    const auto start = steady_clock::now();
    const auto sent = session.cancel_token().cancel(milliseconds(200));
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().category(), error_category::timeout);
    EXPECT_GE(steady_clock::now() - start, milliseconds(200));
  }
  server.join();
}

TEST_F(cancel, a_server_without_a_key_cannot_be_asked) {
  const net::loopback_listener listener;
  std::thread server([&] {
    net::stream session(listener.accept());
    std::array<std::byte, 1024> bytes{};
    static_cast<void>(session.receive(bytes));
    static_cast<void>(session.try_send(net::bytes_of(std::string_view("R\0\0\0\x08\0\0\0\0Z\0\0\0\5I", 15))));
    while (session.receive(bytes).ok()) {
    }
  });
  {
    connection session = value_or_throw(connection::open("host=127.0.0.1 port=" + std::to_string(listener.port()) +
                                                         " user=u dbname=d sslmode=disable"));
    EXPECT_FALSE(session.cancel_token());
    EXPECT_THAT(session.cancel_token().cancel().error().text(), HasSubstr("no cancel key"));
  }
  server.join();
}

}  // namespace
}  // namespace pgpipe::test
