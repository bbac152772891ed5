#include "bench/expression_parser.hpp"

#include <string>

#include <gtest/gtest.h>

#include "language.hpp"

namespace pgpipe::app::bench {
namespace {

TEST(expression_parser, operators_bind_as_in_pgbench) {
  EXPECT_EQ(evaluate("2 + 3 * 4 # 1 | 8 & 12"), "int 12");
  EXPECT_EQ(evaluate("1 + 2 << 1"), "int 6");
  EXPECT_EQ(evaluate("10 - 3 - 2"), "int 5");
  EXPECT_EQ(evaluate("-2 * 3"), "int -6");
  EXPECT_EQ(evaluate("- 2 + 5"), "int 3");
  EXPECT_EQ(evaluate("~1 + 2"), "int -4");
  EXPECT_EQ(evaluate("2 * ~1 + 3"), "int -10");
  EXPECT_EQ(evaluate("+ + 1"), "int 1");
  EXPECT_EQ(evaluate("1 < 2 is true"), "boolean true");
  EXPECT_EQ(evaluate("not 1 = 2"), "boolean true");
  EXPECT_EQ(evaluate("not true is true or true"), "boolean true");
  EXPECT_EQ(evaluate("true or true and false"), "boolean true");
  EXPECT_EQ(evaluate("1 is null is null"), "boolean false");
}

TEST(expression_parser, comparisons_do_not_associate) {
  EXPECT_EQ(evaluate("1 < 2 < 3"), "syntax error");
  EXPECT_EQ(evaluate("1 = 2 >= 3"), "syntax error");
  EXPECT_EQ(evaluate("(1 < 2) is true = 0"), "cannot coerce boolean to int");
}

TEST(expression_parser, smallest_integer_needs_its_minus) {
  EXPECT_EQ(evaluate("-9223372036854775808"), "int -9223372036854775808");
  EXPECT_EQ(evaluate("- 9223372036854775808"), "int -9223372036854775808");
  EXPECT_EQ(evaluate("9223372036854775808"), "syntax error");
  EXPECT_EQ(evaluate("5 - 9223372036854775808"), "syntax error");
  EXPECT_EQ(evaluate("-(9223372036854775808)"), "syntax error");
}

TEST(expression_parser, refuses_what_is_not_the_language) {
  for (const char* text : {"", "1 +", "1 2", "(1", "1)", "* 1", "abs", "abs(", "abs(1,", "case end", "case when 1 end",
                           "case when 1 then 2 else 3", "1 is 1", "1 is not", "true(1)", "and", "abs(1 2)"}) {
    EXPECT_EQ(evaluate(text), "syntax error") << text;
  }
  EXPECT_EQ(evaluate("1 ! 2"), "unexpected character (!)");
  EXPECT_EQ(evaluate("'text'"), "unexpected character (')");
  EXPECT_EQ(evaluate("99999999999999999999 + 1"), "bigint constant overflow (99999999999999999999)");
  EXPECT_EQ(evaluate("1e400"), "double constant overflow (1e400)");
}

TEST(expression_parser, checks_calls) {
  EXPECT_EQ(evaluate("floor(1)"), "unexpected function name (floor)");
  EXPECT_EQ(evaluate("abs()"), "unexpected number of arguments (abs)");
  EXPECT_EQ(evaluate("abs(1, 2)"), "unexpected number of arguments (abs)");
  EXPECT_EQ(evaluate("pi(1)"), "unexpected number of arguments (pi)");
  EXPECT_EQ(evaluate("hash(1, 2, 3)"), "unexpected number of arguments (hash)");
  EXPECT_EQ(evaluate("permute(1)"), "unexpected number of arguments (permute)");
  EXPECT_EQ(evaluate("least()"), "at least one argument expected (least)");
}

std::size_t position_of_error(const std::string& text) {
  variable_names names;
  return compile_expression(text, names).error().position;
}

TEST(expression_parser, points_at_the_last_byte_to_blame) {
  EXPECT_EQ(position_of_error("1 +"), 3U);
  EXPECT_EQ(position_of_error(""), 0U);
  EXPECT_EQ(position_of_error("1 2"), 2U);
  EXPECT_EQ(position_of_error("foo(1)"), 2U);
  EXPECT_EQ(position_of_error("abs(1,2) + 3"), 7U);
  EXPECT_EQ(position_of_error("99999999999999999999 + 1"), 19U);
}

TEST(expression_parser, bounds_the_nesting) {
  const std::string deep(10000, '(');
  EXPECT_EQ(evaluate(deep + "1" + std::string(10000, ')')), "expression is nested too deeply");
  std::string minuses;
  for (int i = 0; i < 10000; ++i) minuses += "- ";
  EXPECT_EQ(evaluate(minuses + "1"), "expression is nested too deeply");
  std::string sum = "1";
  for (int i = 0; i < 10000; ++i) sum += "+:a";
  EXPECT_EQ(evaluate(sum, {{"a", "1"}}), "int 10001");
}

}  // namespace
}  // namespace pgpipe::app::bench
