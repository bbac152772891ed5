#include "bench/expression.hpp"

#include <string>

#include <gtest/gtest.h>

#include "language.hpp"

namespace pgpipe::app::bench {
namespace {

TEST(expression, and_or_decide_from_the_left) {
  EXPECT_EQ(evaluate("null or true"), "null");
  EXPECT_EQ(evaluate("true or null"), "boolean true");
  EXPECT_EQ(evaluate("null and false"), "null");
  EXPECT_EQ(evaluate("false and null"), "boolean false");
  EXPECT_EQ(evaluate("false or null"), "null");
  EXPECT_EQ(evaluate("true and true"), "boolean true");
  EXPECT_EQ(evaluate("false and 1 / 0"), "boolean false");
  EXPECT_EQ(evaluate("true or 1 / 0"), "boolean true");
  EXPECT_EQ(evaluate("null and 1 / 0"), "null");
}

TEST(expression, and_or_not_take_booleans) {
  EXPECT_EQ(evaluate("1 and true"), "cannot coerce int to boolean");
  EXPECT_EQ(evaluate("true and 1"), "cannot coerce int to boolean");
  EXPECT_EQ(evaluate("false or 1.5"), "cannot coerce double to boolean");
  EXPECT_EQ(evaluate("not 1"), "cannot coerce int to boolean");
  EXPECT_EQ(evaluate("not false"), "boolean true");
}

TEST(expression, case_takes_the_first_true_branch) {
  EXPECT_EQ(evaluate("case when 0 then 1 when 0.5 then 2 when 1/0 then 3 end"), "int 2");
  EXPECT_EQ(evaluate("case when null then 1 else 2 end"), "int 2");
  EXPECT_EQ(evaluate("case when false then 1 end"), "null");
  EXPECT_EQ(evaluate("case when true then 5 else 1/0 end"), "int 5");
  EXPECT_EQ(evaluate("case when true then 1 else 2 end + 10"), "int 11");
  EXPECT_EQ(evaluate("case when false then 1 else 2 end + 10"), "int 12");
  EXPECT_EQ(evaluate("10 + case when true then case when false then 1 else 2 end end * 3"), "int 16");
}

TEST(expression, is_tests_identity) {
  EXPECT_EQ(evaluate("1 is true"), "boolean false");
  EXPECT_EQ(evaluate("true is true"), "boolean true");
  EXPECT_EQ(evaluate("null is null"), "boolean true");
  EXPECT_EQ(evaluate("1 is not null"), "boolean true");
  EXPECT_EQ(evaluate("null isnull"), "boolean true");
  EXPECT_EQ(evaluate("null notnull"), "boolean false");
  EXPECT_EQ(evaluate("null is not true"), "boolean true");
}

TEST(expression, variables) {
  EXPECT_EQ(evaluate(":a + :b", {{"a", "1"}, {"b", "2.5"}}), "double 3.5");
  EXPECT_EQ(evaluate(":a or false", {{"a", "yes"}}), "boolean true");
  EXPECT_EQ(evaluate(":a is null", {{"a", "NULL"}}), "boolean true");
  EXPECT_EQ(evaluate(":a + 1"), "undefined variable \"a\"");
  EXPECT_EQ(evaluate(":a + 1", {{"a", ""}}), "malformed variable \"a\" value: \"\"");
}

TEST(expression, greater_evaluates_its_right_operand_first) {
  random_state random(9);
  const std::int64_t drawn_first = random.uniform(1, 1000);
  const std::int64_t drawn_second = random.uniform(1, 1000000);
  const std::string sum = std::to_string(drawn_first + drawn_second);
  EXPECT_EQ(evaluate(sum + " - random(1, 1000000) > random(1, 1000) - 1", {}, 9), "boolean true");
  EXPECT_EQ(evaluate(sum + " - random(1, 1000000) >= random(1, 1000) + 1", {}, 9), "boolean false");
}

TEST(expression, deep_ones_work) {
  std::string text = "1";
  for (int i = 0; i < 100; ++i) text = "1 + (" + text + ")";
  for (int i = 0; i < 100; ++i) text = "least(" + text + ", 1000)";
  EXPECT_EQ(evaluate(text), "int 101");
  std::string stacked = "random(1, 1)";
  for (int i = 0; i < 100; ++i) stacked = "random(1, 1) + (" + stacked + ")";
  EXPECT_EQ(evaluate(stacked), "int 101");
}

}  // namespace
}  // namespace pgpipe::app::bench
