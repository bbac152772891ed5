#include "bench/conninfo.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(BenchConninfo, OptionsBecomeParameters) {
  const auto made = make_conninfo({.host = "h", .port = "1", .user = "u", .dbname = "d"});
  ASSERT_TRUE(made);
  EXPECT_THAT(made->parameters(), ElementsAre(Pair("host", "h"), Pair("port", "1"), Pair("user", "u"),
                                              Pair("dbname", "d"), Pair("fallback_application_name", "pgpipe")));
}

TEST(BenchConninfo, AbsentOnesAreLeftToTheEnvironment) {
  EXPECT_THAT(make_conninfo({})->parameters(), ElementsAre(Pair("fallback_application_name", "pgpipe")));
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

TEST(BenchConninfo, BadStringIsAnError) {
  const auto bad = make_conninfo({.host = {}, .port = {}, .user = {}, .dbname = "nonsense=1"});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().category(), error_category::usage);
}

}  // namespace
}  // namespace pgpipe::app::bench
