#include "bench/server_text.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

server_message error_at(std::string position) {
  server_message message;
  message.severity = "ERROR";
  message.message = "syntax error";
  message.position = std::move(position);
  return message;
}

TEST(ServerText, NoticeIsOneLine) {
  server_message notice;
  notice.severity = "NOTICE";
  notice.message = "table \"x\" does not exist, skipping";
  notice.where = "somewhere";
  EXPECT_EQ(format_server_message(notice), "NOTICE:  table \"x\" does not exist, skipping");
}

TEST(ServerText, PointsIntoTheQuery) {
  EXPECT_EQ(format_server_message(error_at("22"), "select count(*) from pgbench_branches"),
            "ERROR:  syntax error\n"
            "LINE 1: select count(*) from pgbench_branches\n"
            "                             ^");
  EXPECT_EQ(format_server_message(error_at("10"), "select 1,\n\tx"),
            "ERROR:  syntax error\nLINE 1: select 1,\n                 ^");
  EXPECT_EQ(format_server_message(error_at("12"), "select 1,\n\tx\nfrom y"),
            "ERROR:  syntax error\nLINE 2:  x\n         ^");
}

TEST(ServerText, CountsCharactersNotBytes) {
  EXPECT_EQ(format_server_message(error_at("10"), "select 'ä€' x"),
            "ERROR:  syntax error\nLINE 1: select 'ä€' x\n                 ^");
}

TEST(ServerText, LongLinesAreCutAroundThePosition) {
  const std::string query = "select 1234567890, 1234567890, 1234567890, 1234567890, x, 1234567890, 1234567890";
  EXPECT_EQ(format_server_message(error_at("1"), query),
            "ERROR:  syntax error\n"
            "LINE 1: select 1234567890, 1234567890, 1234567890, 1234567890, x, 12...\n"
            "        ^");
  EXPECT_EQ(format_server_message(error_at("56"), query),
            "ERROR:  syntax error\n"
            "LINE 1: ...t 1234567890, 1234567890, 1234567890, 1234567890, x, 1234567...\n"
            "                                                             ^");
  const std::string unfinished = query.substr(0, 73) + "+";
  EXPECT_EQ(format_server_message(error_at("75"), unfinished),
            "ERROR:  syntax error\n"
            "LINE 1: ...890, 1234567890, 1234567890, 1234567890, x, 1234567890, 123+\n"
            "                                                                       ^");
}

TEST(ServerText, PositionOutsideTheQueryPointsAtItsEnd) {
  EXPECT_EQ(format_server_message(error_at("99999999999999999999999"), "select"), "ERROR:  syntax error");
  EXPECT_EQ(format_server_message(error_at("100"), "select"), "ERROR:  syntax error\nLINE 1: select\n              ^");
  EXPECT_EQ(format_server_message(error_at("3")), "ERROR:  syntax error at character 3");
}

TEST(ServerText, FurtherFieldsHaveTheirLines) {
  server_message message = error_at("");
  message.detail = "the detail";
  message.hint = "the hint";
  message.internal_query = "select y";
  message.internal_position = "8";
  message.where = "PL/pgSQL function f() line 1";
  EXPECT_EQ(format_server_message(message, "select f()"),
            "ERROR:  syntax error\n"
            "LINE 1: select y\n"
            "               ^\n"
            "DETAIL:  the detail\n"
            "HINT:  the hint\n"
            "QUERY:  select y\n"
            "CONTEXT:  PL/pgSQL function f() line 1");
}

TEST(ServerText, OtherErrorsAreTheirText) {
  EXPECT_EQ(describe(error(error_category::io, "no route to host")), "no route to host");
  EXPECT_EQ(describe(error(error_at(""))), "ERROR:  syntax error");
}

}  // namespace
}  // namespace pgpipe::app::bench
