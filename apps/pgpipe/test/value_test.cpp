#include "bench/value.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

std::string rendered(const value& source) {
  std::vector<char> exact(max_rendered_size);
  return std::string(render(source, exact.data()));
}

TEST(value, renders_as_sql) {
  EXPECT_EQ(rendered(value::make_null()), "NULL");
  EXPECT_EQ(rendered(value::make(true)), "true");
  EXPECT_EQ(rendered(value::make(false)), "false");
  EXPECT_EQ(rendered(value::make(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808");
}

TEST(value, renders_doubles_with_15_digits) {
  EXPECT_EQ(rendered(value::make(1.0 / 3.0)), "0.333333333333333");
  EXPECT_EQ(rendered(value::make(0.1 + 0.2)), "0.3");
  EXPECT_EQ(rendered(value::make(1e15)), "1e+15");
  EXPECT_EQ(rendered(value::make(9e14)), "900000000000000");
  EXPECT_EQ(rendered(value::make(-1.23456789012345e-308)), "-1.23456789012345e-308");
  EXPECT_EQ(rendered(value::make(std::numeric_limits<double>::infinity())), "Infinity");
  EXPECT_EQ(rendered(value::make(-std::numeric_limits<double>::infinity())), "-Infinity");
  EXPECT_EQ(rendered(value::make(-std::numeric_limits<double>::quiet_NaN())), "NaN");
}

TEST(value, truth) {
  EXPECT_TRUE(is_true(value::make(true)));
  EXPECT_TRUE(is_true(value::make(std::int64_t{-1})));
  EXPECT_TRUE(is_true(value::make(0.1)));
  EXPECT_FALSE(is_true(value::make(false)));
  EXPECT_FALSE(is_true(value::make(std::int64_t{0})));
  EXPECT_FALSE(is_true(value::make(0.0)));
  EXPECT_FALSE(is_true(value::make_null()));
}

TEST(value, identity_is_of_type_and_value) {
  EXPECT_TRUE(is_identical(value::make_null(), value::make_null()));
  EXPECT_TRUE(is_identical(value::make(true), value::make(true)));
  EXPECT_TRUE(is_identical(value::make(1.5), value::make(1.5)));
  EXPECT_FALSE(is_identical(value::make(true), value::make(false)));
  EXPECT_FALSE(is_identical(value::make(std::int64_t{1}), value::make(true)));
  EXPECT_FALSE(is_identical(value::make(std::int64_t{1}), value::make(1.0)));
}

}  // namespace
}  // namespace pgpipe::app::bench
