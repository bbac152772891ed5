#include <gtest/gtest.h>

#include <pgpipe/base/result.hpp>

namespace pgpipe {
namespace {

result<int> half(int value) {
  if (value % 2 != 0) return fail(error_category::usage, "odd", retry_safety::safe);
  return value / 2;
}

TEST(Result, IsAValueOrAnError) {
  EXPECT_EQ(half(4), 2);
  ASSERT_FALSE(half(3));
  EXPECT_EQ(half(3).error().text(), "odd");
  EXPECT_TRUE(half(3).error().safe_to_retry());
}

TEST(Result, BecomesAThrow) {
  EXPECT_EQ(value_or_throw(half(4)), 2);
  try {
    value_or_throw(half(3).map([](int) {}));
    FAIL() << "did not throw";
  } catch (const exception& thrown) {
    EXPECT_STREQ(thrown.what(), "odd");
    EXPECT_EQ(thrown.cause().category(), error_category::usage);
  }
}

}  // namespace
}  // namespace pgpipe
