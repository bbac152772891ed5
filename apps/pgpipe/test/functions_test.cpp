#include "bench/functions.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "language.hpp"

namespace pgpipe::app::bench {
namespace {

TEST(functions, absolute) {
  EXPECT_EQ(evaluate("abs(-3)"), "int 3");
  EXPECT_EQ(evaluate("abs(-3.5)"), "double 3.5");
  EXPECT_EQ(evaluate("abs(-9223372036854775808)"), "int -9223372036854775808");
  EXPECT_EQ(evaluate("abs(true)"), "cannot coerce boolean to int");
}

TEST(functions, least_and_greatest_are_double_if_any_is) {
  EXPECT_EQ(evaluate("least(3, 1, 2)"), "int 1");
  EXPECT_EQ(evaluate("greatest(3, 1.0, 2)"), "double 3");
  EXPECT_EQ(evaluate("least(5)"), "int 5");
  EXPECT_EQ(evaluate("greatest(sqrt(-1), 5)"), "double 5");
  EXPECT_EQ(evaluate("least(1, true)"), "cannot coerce boolean to int");
  EXPECT_EQ(evaluate("least(1, null)"), "null");
}

TEST(functions, sixteen_arguments_and_no_more) {
  EXPECT_EQ(evaluate("least(16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1)"), "int 1");
  EXPECT_EQ(evaluate("least(17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1)"), "too many function arguments, maximum is 16");
  EXPECT_EQ(evaluate("case when false then least(17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1) else 2 end"), "int 2");
}

TEST(functions, of_doubles) {
  EXPECT_EQ(evaluate("pi()"), "double 3.14159265358979");
  EXPECT_EQ(evaluate("sqrt(4)"), "double 2");
  EXPECT_EQ(evaluate("ln(exp(1))"), "double 1");
  EXPECT_EQ(evaluate("pow(2, 10)"), "double 1024");
  EXPECT_EQ(evaluate("POWER(2, -1)"), "double 0.5");
  EXPECT_EQ(evaluate("ln(0)"), "double -Infinity");
  EXPECT_EQ(evaluate("double(3)"), "double 3");
  EXPECT_EQ(evaluate("double(false)"), "cannot coerce boolean to double");
}

TEST(functions, random_needs_a_range) {
  EXPECT_EQ(evaluate("random(5, 5)"), "int 5");
  EXPECT_EQ(evaluate("random(1, 0)"), "empty range given to random");
  EXPECT_EQ(evaluate("random(-9223372036854775808, 9223372036854775807)"), "random range is too large");
  EXPECT_EQ(evaluate("random(0, 9223372036854775807)"), "random range is too large");
  EXPECT_EQ(evaluate("random(1.4, 1.4)"), "int 1");
}

TEST(functions, random_parameters) {
  EXPECT_EQ(evaluate("random_zipfian(1, 10, 1.0)"), "zipfian parameter must be in range [1.001, 1000] (not 1.000000)");
  EXPECT_EQ(evaluate("random_zipfian(1, 10, 1001)"),
            "zipfian parameter must be in range [1.001, 1000] (not 1001.000000)");
  EXPECT_EQ(evaluate("random_gaussian(1, 10, 1.9)"), "gaussian parameter must be at least 2 (not 1.900000)");
  EXPECT_EQ(evaluate("random_exponential(1, 10, 0)"), "exponential parameter must be greater than zero (not 0.000000)");
  EXPECT_EQ(evaluate("random_exponential(1, 10, -1)"),
            "exponential parameter must be greater than zero (not -1.000000)");
  EXPECT_EQ(evaluate("random_gaussian(1, 10, null)"), "null");
}

TEST(functions, hashes_take_default_seed) {
  EXPECT_EQ(evaluate("hash(10, 5432)"), "int -5817877081768721676");
  EXPECT_EQ(evaluate("hash(10)", {{"default_seed", "5432"}}), "int -5817877081768721676");
  EXPECT_EQ(evaluate("hash_fnv1a(10)", {{"default_seed", "5432"}}), "int -7793829335365542153");
  EXPECT_EQ(evaluate("permute(0, 100)", {{"default_seed", "7"}}), "int 92");
  EXPECT_EQ(evaluate("permute(0, 0, 1)"), "permute size parameter must be greater than zero");
}

std::string debugged;

TEST(functions, debug_shows_its_argument_and_returns_it) {
  variable_names names;
  const auto compiled = compile_expression("debug(1.5) + 1", names);
  ASSERT_TRUE(compiled);
  variables table(names);
  random_state random(1);
  evaluation with{.variables = table, .random = random, .script = 2, .command = 3};
  with.print_debug = [](std::string_view line) { debugged = line; };
  value outcome;
  ASSERT_TRUE(evaluate(*compiled, with, outcome));
  EXPECT_EQ(outcome.real, 2.5);
  EXPECT_EQ(debugged, "debug(script=2,command=3): double 1.5");
}

TEST(functions, a_random_range_has_a_width) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(is_random_range(1, largest));
  EXPECT_FALSE(is_random_range(0, largest));
  EXPECT_FALSE(is_random_range(-1, largest));
  EXPECT_FALSE(is_random_range(1, 0));
}

}  // namespace
}  // namespace pgpipe::app::bench
