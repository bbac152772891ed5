#include "bench/conninfo.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(BenchConninfo, OptionsBecomeParameters) {
  EXPECT_EQ(to_text(make_conninfo({.host = "h", .port = "1", .user = "u", .dbname = "d"}).value()),
            "host='h' port='1' user='u' dbname='d' fallback_application_name='pgpipe'");
  EXPECT_EQ(to_text(make_conninfo({}).value()), "fallback_application_name='pgpipe'");
}

TEST(BenchConninfo, ConnectionStringWins) {
  const auto made = make_conninfo({.host = "h", .port = "1", .user = {}, .dbname = "host=other dbname=d"});
  ASSERT_TRUE(made);
  EXPECT_EQ(*made->find("host"), "other");
  EXPECT_EQ(*made->find("port"), "1");
  EXPECT_EQ(*made->find("dbname"), "d");
  const auto uri = make_conninfo({.host = {}, .port = {}, .user = "u", .dbname = "postgresql://v@x:5/y"});
  ASSERT_TRUE(uri);
  EXPECT_EQ(*uri->find("user"), "v");
  EXPECT_EQ(*uri->find("host"), "x");
}

TEST(BenchConninfo, TextSurvivesParsing) {
  const auto made = make_conninfo({.host = "a b", .port = {}, .user = "it's", .dbname = "back\\slash"});
  ASSERT_TRUE(made);
  const auto again = protocol::conninfo::parse(to_text(*made));
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->parameters(), made->parameters());
}

TEST(BenchConninfo, BadStringIsAnError) {
  const auto bad = make_conninfo({.host = {}, .port = {}, .user = {}, .dbname = "nonsense=1"});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().category(), error_category::usage);
}

}  // namespace
}  // namespace pgpipe::app::bench
