#include "bench/compatibility.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(Compatibility, OursIsTheNewestAndMore) {
  constexpr compatibility ours;
  EXPECT_TRUE(ours.allows_extras());
  EXPECT_TRUE(ours.is_at_least(compatibility::oldest_version));
  EXPECT_TRUE(ours.is_at_least(compatibility::newest_version));
}

TEST(Compatibility, AVersionIsThatVersion) {
  constexpr compatibility seventeen(17);
  EXPECT_FALSE(seventeen.allows_extras());
  EXPECT_TRUE(seventeen.is_at_least(16));
  EXPECT_TRUE(seventeen.is_at_least(17));
  EXPECT_FALSE(seventeen.is_at_least(18));
}

}  // namespace
}  // namespace pgpipe::app::bench
