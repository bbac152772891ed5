#include "bench/packed_histogram.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using buckets = std::vector<std::pair<std::int64_t, std::int64_t>>;

buckets of(const histogram& from) {
  buckets all;
  from.for_each_bucket([&](std::int64_t lowest, std::int64_t, std::int64_t count) { all.emplace_back(lowest, count); });
  return all;
}

TEST(PackedHistogram, UnpacksToWhatWasPacked) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(0, 62);
  histogram made;
  for (int i = 0; i != 20'000; ++i) {
    made.add(std::chrono::nanoseconds(static_cast<std::int64_t>(std::exp2(exponent(random)))));
  }
  packed_histogram packed;
  made.for_each_bucket([&](std::int64_t lowest, std::int64_t, std::int64_t count) { packed.append(lowest, count); });
  histogram unpacked;
  packed.add_to(unpacked);
  EXPECT_EQ(of(unpacked), of(made));
  packed.add_to(unpacked);
  EXPECT_EQ(unpacked.count(), 40'000);
}

TEST(PackedHistogram, NothingIsEmpty) {
  const packed_histogram none;
  EXPECT_TRUE(none.empty());
  histogram unpacked;
  none.add_to(unpacked);
  EXPECT_EQ(unpacked.count(), 0);
}

TEST(PackedHistogram, TheSmallestAndTheGreatestNumbersFit) {
  constexpr std::int64_t greatest = std::int64_t{1} << 62;
  packed_histogram packed;
  packed.append(0, 1);
  packed.append(1, std::numeric_limits<std::int64_t>::max() - 1);
  packed.append(greatest, 127);
  histogram unpacked;
  packed.add_to(unpacked);
  EXPECT_EQ(of(unpacked), (buckets{{0, 1}, {1, std::numeric_limits<std::int64_t>::max() - 1}, {greatest, 127}}));
}

}  // namespace
}  // namespace pgpipe::app::bench
