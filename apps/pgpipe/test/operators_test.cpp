#include "bench/operators.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "language.hpp"

namespace pgpipe::app::bench {
namespace {

TEST(operators, integers_and_doubles) {
  EXPECT_EQ(evaluate("7 - 10"), "int -3");
  EXPECT_EQ(evaluate("7 - 10.0"), "double -3");
  EXPECT_EQ(evaluate("-5 / 2"), "int -2");
  EXPECT_EQ(evaluate("-5 / 2.0"), "double -2.5");
  EXPECT_EQ(evaluate("-5 % 3"), "int -2");
  EXPECT_EQ(evaluate("7.5 % 2"), "int 0");
  EXPECT_EQ(evaluate("mod(7.5, 2)"), "int 0");
}

TEST(operators, integer_edges) {
  EXPECT_EQ(evaluate("9223372036854775807 + 1"), "bigint add out of range");
  EXPECT_EQ(evaluate("-9223372036854775808 - 1"), "bigint sub out of range");
  EXPECT_EQ(evaluate("9223372036854775807 * 2"), "bigint mul out of range");
  EXPECT_EQ(evaluate("-9223372036854775808 / -1"), "bigint div out of range");
  EXPECT_EQ(evaluate("-9223372036854775808 % -1"), "int 0");
  EXPECT_EQ(evaluate("- -9223372036854775808"), "bigint sub out of range");
}

TEST(operators, division_by_zero_is_an_error_for_integers_only) {
  EXPECT_EQ(evaluate("1 / 0"), "division by zero");
  EXPECT_EQ(evaluate("1 % 0"), "division by zero");
  EXPECT_EQ(evaluate("1.0 / 0"), "double Infinity");
  EXPECT_EQ(evaluate("-1 / 0.0"), "double -Infinity");
}

TEST(operators, bits) {
  EXPECT_EQ(evaluate("5 & 3"), "int 1");
  EXPECT_EQ(evaluate("5 | 3"), "int 7");
  EXPECT_EQ(evaluate("5 # 3"), "int 6");
  EXPECT_EQ(evaluate("~5"), "int -6");
  EXPECT_EQ(evaluate("1 << 62"), "int 4611686018427387904");
  EXPECT_EQ(evaluate("-8 >> 1"), "int -4");
  EXPECT_EQ(evaluate("1 << 64"), "int 1");
  EXPECT_EQ(evaluate("2.5 | 1"), "int 3");
}

TEST(operators, comparisons_take_numbers) {
  EXPECT_EQ(evaluate("1 < 1.5"), "boolean true");
  EXPECT_EQ(evaluate("2 >= 2"), "boolean true");
  EXPECT_EQ(evaluate("2 <> 2.0"), "boolean false");
  EXPECT_EQ(evaluate("2 != 3"), "boolean true");
  EXPECT_EQ(evaluate("true = true"), "cannot coerce boolean to int");
  EXPECT_EQ(evaluate("true < 1.0"), "cannot coerce boolean to double");
}

TEST(operators, null_makes_null) {
  EXPECT_EQ(evaluate("null + true"), "null");
  EXPECT_EQ(evaluate("1 / null"), "null");
  EXPECT_EQ(evaluate("null = null"), "null");
  EXPECT_EQ(evaluate("not null"), "null");
}

TEST(operators, doubles_become_integers_half_to_even) {
  EXPECT_EQ(evaluate("int(2.5)"), "int 2");
  EXPECT_EQ(evaluate("int(3.5)"), "int 4");
  EXPECT_EQ(evaluate("int(-2.5)"), "int -2");
  EXPECT_EQ(evaluate("int(1e19)"), "double to int overflow for 1e+19");
  EXPECT_EQ(evaluate("int(9223372036854775807.0)"), "double to int overflow for 9.22337203685478e+18");
  EXPECT_EQ(evaluate("int(-9223372036854775808.0)"), "int -9223372036854775808");
  EXPECT_EQ(evaluate("int(sqrt(-1))"), "double to int overflow for NaN");
}

TEST(operators, an_error_leaves_a_reason) {
  value left = value::make(true);
  std::string error;
  EXPECT_FALSE(apply_binary(opcode::add, left, value::make(std::int64_t{1}), error));
  EXPECT_EQ(error, "cannot coerce boolean to int");
}

}  // namespace
}  // namespace pgpipe::app::bench
