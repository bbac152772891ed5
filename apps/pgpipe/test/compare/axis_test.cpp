#include "compare/axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::app::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string refusal(std::string_view text) {
  const auto read = parse_axis(text);
  return read ? "" : read.error().text();
}

TEST(Axis, EachBecomesArgumentsOfTheBench) {
  const auto depth = parse_axis("depth=1,100");
  ASSERT_TRUE(depth);
  ASSERT_EQ(depth->variants.size(), 2U);
  EXPECT_EQ(depth->variants[1].label, "depth 100");
  EXPECT_THAT(depth->variants[1].arguments, ElementsAre("--depth", "100"));
  EXPECT_THAT(parse_axis("mode=prepared")->variants[0].arguments, ElementsAre("-M", "prepared"));
  EXPECT_THAT(parse_axis("clients=8")->variants[0].arguments, ElementsAre("-c", "8"));
  EXPECT_THAT(parse_axis("sync=atomic")->variants[0].arguments, ElementsAre("--sync", "atomic"));
  EXPECT_THAT(parse_axis("loop=epoll,io_uring")->variants[1].arguments, ElementsAre("--loop", "io_uring"));
  EXPECT_THAT(parse_axis("rtt=0")->variants[0].arguments, IsEmpty());
  EXPECT_THAT(parse_axis("rtt=0,35ms")->variants[1].arguments, ElementsAre("--rtt", "35ms"));
  EXPECT_EQ(parse_axis("driver=pgpipe,pgbench")->variants[1].driver, driver::pgbench);
  EXPECT_THAT(parse_axis("script=a.sql,b.sql")->variants[1].scripts, ElementsAre("b.sql"));
  EXPECT_THAT(parse_axis("server=host=a port=1")->variants[0].arguments, ElementsAre("host=a port=1"));
}

TEST(Axis, MistakesAreNamed) {
  EXPECT_THAT(refusal("speed=1,2"), HasSubstr("unknown axis \"speed\": there are mode, depth, "));
  EXPECT_THAT(refusal("depth"), HasSubstr("expected NAME=VALUE,VALUE"));
  EXPECT_THAT(refusal("=1"), HasSubstr("expected NAME=VALUE,VALUE"));
  EXPECT_THAT(refusal("depth=0"), HasSubstr("expected a number above 0"));
  EXPECT_THAT(refusal("depth=1,"), HasSubstr("invalid value \"\" of axis depth"));
  EXPECT_THAT(refusal("clients=1,1"), HasSubstr("each value once"));
  EXPECT_THAT(refusal("mode=fast"), HasSubstr("expected simple, extended or prepared"));
  EXPECT_THAT(refusal("rtt=35"), HasSubstr("expected a duration"));
  EXPECT_THAT(refusal("sync=none"), HasSubstr("expected atomic or isolated"));
  EXPECT_THAT(refusal("loop=select"), HasSubstr("expected auto, epoll, io_uring or poll"));
  EXPECT_THAT(refusal("driver=psql"), HasSubstr("expected pgpipe or pgbench"));
  EXPECT_THAT(refusal("script="), HasSubstr("expected a name"));
}

TEST(Axis, TwoMakeATable) {
  const auto made = make_layout({*parse_axis("depth=1,10"), *parse_axis("rtt=0,1ms,35ms")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->rows.size(), 2U);
  EXPECT_EQ(made->columns.size(), 3U);
  const variant cell = combine(made->rows[1], made->columns[2]);
  EXPECT_EQ(cell.label, "depth 10, rtt 35ms");
  EXPECT_THAT(cell.arguments, ElementsAre("--depth", "10", "--rtt", "35ms"));
}

TEST(Axis, OneMakesAColumn) {
  const auto made = make_layout({*parse_axis("depth=1,10")});
  ASSERT_TRUE(made);
  ASSERT_EQ(made->columns.size(), 1U);
  EXPECT_EQ(combine(made->rows[0], made->columns[0]).label, "depth 1");
}

TEST(Axis, NoneAndThreeAreRefused) {
  const axis one = *parse_axis("depth=1");
  EXPECT_THAT(make_layout({}).error().text(), HasSubstr("nothing to compare"));
  EXPECT_THAT(make_layout({one, one}).error().text(), HasSubstr("axis depth is named twice"));
  EXPECT_THAT(make_layout({one, *parse_axis("rtt=0"), *parse_axis("clients=1")}).error().text(),
              HasSubstr("two axes at most"));
}

}  // namespace
}  // namespace pgpipe::app::compare
