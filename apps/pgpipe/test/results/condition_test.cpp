#include "results/condition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::app {
namespace {

using testing::HasSubstr;

TEST(Condition, IsReadWithItsUnits) {
  const auto percentile = parse_condition("p99.9 > 10ms");
  ASSERT_TRUE(percentile);
  EXPECT_DOUBLE_EQ(percentile->percentile(), 99.9);
  EXPECT_DOUBLE_EQ(percentile->value, 10);
  EXPECT_TRUE(percentile->holds(10.001));
  EXPECT_FALSE(percentile->holds(10));
  EXPECT_DOUBLE_EQ(parse_condition("average<=2s")->value, 2000);
  EXPECT_TRUE(parse_condition("tps<1000")->holds(999));
  EXPECT_TRUE(parse_condition(" ratio >= 0.95 ")->holds(0.95));
  EXPECT_FALSE(parse_condition("failed > 0")->holds(0));
  EXPECT_EQ(parse_condition("tps < 5")->percentile(), 0);
}

TEST(Condition, MistakesAreNamed) {
  const auto refusal = [](std::string_view text) { return parse_condition(text).error().text(); };
  EXPECT_THAT(refusal("p99"), HasSubstr("expected a comparison"));
  EXPECT_THAT(refusal("p99 = 1ms"), HasSubstr("expected a comparison"));
  EXPECT_THAT(refusal("p99 > 10"), HasSubstr("compared with a duration"));
  EXPECT_THAT(refusal("p101 > 10ms"), HasSubstr("the metrics are"));
  EXPECT_THAT(refusal("tps > fast"), HasSubstr("expected a number"));
  EXPECT_THAT(refusal("> 1"), HasSubstr("the metrics are"));
  EXPECT_THAT(refusal(""), HasSubstr("expected a comparison"));
  EXPECT_THAT(refusal("P99 > 10ms"), HasSubstr("the metrics are"));
  EXPECT_THAT(refusal("p0 > 10ms"), HasSubstr("the metrics are"));
  EXPECT_THAT(refusal("p > 10ms"), HasSubstr("the metrics are"));
  EXPECT_THAT(refusal("p99 <> 10ms"), HasSubstr("compared with a duration"));
  EXPECT_THAT(refusal("p99 > 10 ms"), HasSubstr("compared with a duration"));
  EXPECT_THAT(refusal("p99 > -10ms"), HasSubstr("compared with a duration"));
  EXPECT_THAT(refusal("p99 > 10ms > 5ms"), HasSubstr("compared with a duration"));
  EXPECT_THAT(refusal("average >"), HasSubstr("compared with a duration"));
  EXPECT_THAT(refusal("ratio <"), HasSubstr("expected a number"));
  EXPECT_THAT(refusal("ratio < 95%"), HasSubstr("expected a number"));
  EXPECT_THAT(refusal("failed > 0.1ms"), HasSubstr("expected a number"));
}

// Nothing is above or below them, so that a test in CI would never fail.
TEST(Condition, WhatIsNoFiniteNumberIsRefused) {
  for (const char* each : {"tps < nan", "tps < inf", "ratio < -inf", "failed > NAN"}) {
    EXPECT_FALSE(parse_condition(each)) << each;
  }
}

}  // namespace
}  // namespace pgpipe::app
