#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

using testing::ElementsAre;

// What comes unasked, amid what was asked.
class NoticeTest : public testing::Test {
 protected:
  NoticeTest() {
    value_or_throw(
        connection_.exec("create function pg_temp.tell(i int) returns int language plpgsql as $$"
                         "begin raise notice 'row %', i using detail = repeat('d', 2000); return i; end $$"));
    connection_.on_notice([this](const server_message& notice) {
      EXPECT_EQ(notice.detail, std::string(2000, 'd'));
      heard_.push_back(notice.message);
    });
    connection_.on_notification([this](std::int32_t, std::string_view channel, std::string_view payload) {
      heard_.push_back(std::string(channel) + " " + std::string(payload));
    });
  }

  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));
  std::vector<std::string> heard_;
};

TEST_F(NoticeTest, InTheMiddleOfRowsLeavesTheRowsWhole) {
  const std::string sql = "select pg_temp.tell(i), repeat('r', 3000) from generate_series(1, 200) i";
  const auto rows = value_or_throw(connection_.query(sql));
  ASSERT_EQ(rows.size(), 200U);
  for (int i = 0; i != 200; ++i) {
    EXPECT_EQ(rows[static_cast<std::size_t>(i)].get<int>(0), i + 1);
    EXPECT_EQ(rows[static_cast<std::size_t>(i)].get<std::string>(1), std::string(3000, 'r'));
    EXPECT_EQ(heard_[static_cast<std::size_t>(i)], "row " + std::to_string(i + 1));
  }
  EXPECT_EQ(heard_.size(), 200U);
  ASSERT_EQ(value_or_throw(connection_.exec(sql))[0].size(), 200U);
  EXPECT_EQ(heard_.size(), 400U);
}

TEST_F(NoticeTest, ComesBeforeTheRowOfAStreamThatItIsAbout) {
  auto rows = value_or_throw(connection_.stream("select pg_temp.tell(i) from generate_series(1, 50) i"));
  int i = 0;
  for (const row& each : rows) {
    EXPECT_EQ(each.get<int>(0), ++i);
    EXPECT_GE(heard_.size(), static_cast<std::size_t>(i));
  }
  EXPECT_EQ(heard_.size(), 50U);
}

TEST_F(NoticeTest, OfASkippedStatementNeverComes) {
  pipeline batch(connection_);
  for (const char* sql : {"select pg_temp.tell(1)", "select 1/0", "select pg_temp.tell(2)"})
    ASSERT_TRUE(batch.push(sql));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push("select pg_temp.tell(3)"));
  ASSERT_TRUE(batch.collect());
  EXPECT_THAT(heard_, ElementsAre("row 1", "row 3"));
}

// Of one's own transaction a notification comes when that has committed: between its last answer and its group's end.
TEST_F(NoticeTest, NotificationsComeAmidThePipelineThatSendsThem) {
  pipeline batch(connection_, {.scope = group_scope::isolated});
  ASSERT_TRUE(batch.push("listen c"));
  for (const char* sql : {"notify c, '1'", "select pg_temp.tell(2)", "notify c, '3'", "select 1/0", "notify c, '4'"}) {
    ASSERT_TRUE(batch.push(sql));
  }
  ASSERT_TRUE(batch.sync());
  EXPECT_TRUE(batch.next()->completed());
  EXPECT_TRUE(batch.next()->is_group());
  EXPECT_TRUE(batch.next()->completed());
  EXPECT_TRUE(batch.next()->is_group());
  EXPECT_EQ(heard_.front(), "c 1");
  while (batch.next() != nullptr) {
  }
  EXPECT_THAT(heard_, ElementsAre("c 1", "row 2", "c 3", "c 4"));
}

TEST_F(NoticeTest, SeveralOfOneTransactionComeInTheirOrder) {
  ASSERT_TRUE(connection_.exec("listen c"));
  pipeline batch(connection_);
  for (const char* payload : {"a", "b", "c"}) ASSERT_TRUE(batch.push("select pg_notify('c', $1)", payload));
  ASSERT_TRUE(batch.collect());
  EXPECT_THAT(heard_, ElementsAre("c a", "c b", "c c"));
}

// A handler may push, and what it pushes is answered in its turn.
TEST_F(NoticeTest, ItsHandlerMayPush) {
  pipeline batch(connection_, {.scope = group_scope::isolated});
  int pushed = 0;
  connection_.on_notice([&](const server_message&) {
    if (pushed++ < 3) {
      EXPECT_TRUE(batch.push("select pg_temp.tell(7)"));
    }
  });
  ASSERT_TRUE(batch.push("select pg_temp.tell(7)"));
  int answered = 0;
  while (const statement_result* one = batch.next()) {
    if (!one->is_group()) answered += (*one)[0].get<int>(0);
  }
  EXPECT_EQ(answered, 4 * 7);
}

}  // namespace
}  // namespace pgpipe
