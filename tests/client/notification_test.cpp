#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/deadline_scope.hpp>

#include "support/secure_server.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::ElementsAre;

constexpr auto long_enough = std::chrono::seconds(60);

class notification : public testing::Test {
 protected:
  notification() {
    listener_.on_notification([this](std::int32_t from, std::string_view channel, std::string_view payload) {
      EXPECT_EQ(from, speaker_.process_id());
      heard_.push_back(std::string(channel) + ":" + std::string(payload));
    });
    value_or_throw(listener_.exec("listen tidings"));
  }

  connection listener_ = value_or_throw(connection::open(server_conninfo()));
  connection speaker_ = value_or_throw(connection::open(server_conninfo()));
  std::vector<std::string> heard_;
};

TEST_F(notification, is_waited_for) {
  std::thread speaking([&] {
    std::this_thread::sleep_for(milliseconds(50));
    value_or_throw(speaker_.exec("notify tidings, 'good'"));
  });
  EXPECT_TRUE(value_or_throw(listener_.wait_for_notification(long_enough)));
  speaking.join();
  EXPECT_THAT(heard_, ElementsAre("tidings:good"));
}

TEST_F(notification, is_not_there_when_the_time_has_passed) {
  const auto start = steady_clock::now();
  EXPECT_FALSE(value_or_throw(listener_.wait_for_notification(milliseconds(30))));
  EXPECT_GE(steady_clock::now() - start, milliseconds(30));
  EXPECT_FALSE(value_or_throw(listener_.wait_for_notification(milliseconds(0))));
  EXPECT_TRUE(listener_.is_open());
  EXPECT_TRUE(listener_.query("select 1"));
}

// A zero timeout looks at what the system holds, not only at what was read already.
TEST_F(notification, that_has_come_is_found_without_waiting) {
  value_or_throw(speaker_.exec("notify tidings, 'one'"));
  for (int tries = 0; heard_.empty(); ++tries) {
    ASSERT_LT(tries, 10000);
    const bool came = value_or_throw(listener_.wait_for_notification(milliseconds(0)));
    EXPECT_EQ(came, !heard_.empty());
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_THAT(heard_, ElementsAre("tidings:one"));
}

TEST_F(notification, comes_with_others_of_its_transaction) {
  std::string sql = "begin;";
  for (int i = 0; i != 500; ++i) sql += "select pg_notify('tidings', '" + std::to_string(i) + "');";
  value_or_throw(speaker_.exec(sql + "commit"));
  while (heard_.size() != 500) ASSERT_TRUE(value_or_throw(listener_.wait_for_notification(long_enough)));
  for (int i = 0; i != 500; ++i) EXPECT_EQ(heard_[static_cast<std::size_t>(i)], "tidings:" + std::to_string(i));
}

TEST_F(notification, of_the_largest_size_comes_whole) {
  const std::string payload(7999, 'x');
  value_or_throw(speaker_.query("select pg_notify('tidings', $1)", payload));
  EXPECT_TRUE(value_or_throw(listener_.wait_for_notification(long_enough)));
  EXPECT_THAT(heard_, ElementsAre("tidings:" + payload));
}

// What comes before COMMIT is nothing, and what is rolled back never comes.
TEST_F(notification, goes_out_with_its_commit) {
  value_or_throw(speaker_.exec("begin; notify tidings, 'undone'"));
  EXPECT_FALSE(value_or_throw(listener_.wait_for_notification(milliseconds(20))));
  value_or_throw(speaker_.exec("rollback; begin; notify tidings, 'kept'; commit"));
  EXPECT_TRUE(value_or_throw(listener_.wait_for_notification(long_enough)));
  EXPECT_THAT(heard_, ElementsAre("tidings:kept"));
}

TEST_F(notification, is_not_waited_for_amid_results) {
  pipeline batch(listener_);
  value_or_throw(batch.push("select 1"));
  const auto refused = listener_.wait_for_notification(milliseconds(10));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category(), error_category::usage);
}

// Its own timeout counts, and the deadlines of statements do not.
TEST_F(notification, has_a_time_of_its_own) {
  listener_.set_timeout(milliseconds(1));
  const deadline_scope soon(listener_, milliseconds(1));
  std::thread speaking([&] {
    std::this_thread::sleep_for(milliseconds(50));
    value_or_throw(speaker_.exec("notify tidings, 'late'"));
  });
  EXPECT_TRUE(value_or_throw(listener_.wait_for_notification(long_enough)));
  speaking.join();
}

// The answers of a statement that was given up are counted on the way.
TEST_F(notification, comes_behind_an_abandoned_statement) {
  {
    const deadline_scope soon(listener_, milliseconds(20));
    ASSERT_FALSE(listener_.query("select pg_sleep(0.2)"));
  }
  value_or_throw(speaker_.exec("notify tidings, 'then'"));
  EXPECT_TRUE(value_or_throw(listener_.wait_for_notification(long_enough)));
  EXPECT_THAT(heard_, ElementsAre("tidings:then"));
  EXPECT_EQ(value_or_throw(listener_.query("select 7"))[0].get<int>(0), 7);
}

// TLS holds what no poll can see.
TEST(notification_over_tls, comes_with_all_others) {
  const secure_server server;
  connection listener =
      value_or_throw(connection::open(server.conninfo("trusting", "dbname=postgres sslmode=require")));
  connection speaker = value_or_throw(connection::open(server.superuser_conninfo()));
  std::size_t bytes = 0;
  listener.on_notification([&](std::int32_t, std::string_view, std::string_view payload) { bytes += payload.size(); });
  value_or_throw(listener.exec("listen tidings"));
  value_or_throw(
      speaker.exec("select pg_notify('tidings', repeat('x', 7990) || i) from generate_series(1000, 1099) i"));
  while (bytes != 100 * 7994) ASSERT_TRUE(value_or_throw(listener.wait_for_notification(long_enough)));
  EXPECT_FALSE(value_or_throw(listener.wait_for_notification(milliseconds(20))));
}

TEST_F(notification, never_comes_to_a_session_that_was_ended) {
  std::thread speaking([&] {
    std::this_thread::sleep_for(milliseconds(30));
    value_or_throw(speaker_.query("select pg_terminate_backend($1)", listener_.process_id()));
  });
  const auto lost = listener_.wait_for_notification();
  speaking.join();
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().sqlstate(), "57P01") << lost.error().text();
  EXPECT_FALSE(listener_.is_open());
  EXPECT_FALSE(listener_.wait_for_notification(milliseconds(0)));
}

}  // namespace
}  // namespace pgpipe::test
