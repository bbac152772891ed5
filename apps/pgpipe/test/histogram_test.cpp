#include "bench/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::nanoseconds;

struct bucket {
  std::int64_t lowest;
  std::int64_t highest;
  std::int64_t count;
  bool operator==(const bucket&) const = default;
};

std::vector<bucket> buckets_of(const histogram& from) {
  std::vector<bucket> all;
  from.for_each_bucket(
      [&](std::int64_t lowest, std::int64_t highest, std::int64_t count) { all.push_back({lowest, highest, count}); });
  return all;
}

histogram of(const std::vector<std::int64_t>& durations) {
  histogram made;
  for (const std::int64_t ns : durations) made.add(nanoseconds(ns));
  return made;
}

// Durations of every size, none preferred: from 1 ns to beyond an hour.
std::vector<std::int64_t> random_durations(unsigned seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> exponent(0, 43);
  std::vector<std::int64_t> durations(count);
  for (std::int64_t& each : durations) each = static_cast<std::int64_t>(std::exp2(exponent(random)));
  return durations;
}

TEST(Histogram, EmptyHasNoFigures) {
  const histogram none;
  EXPECT_EQ(none.count(), 0);
  EXPECT_EQ(none.percentile(50), nanoseconds(0));
  EXPECT_TRUE(buckets_of(none).empty());
}

TEST(Histogram, EveryDurationLiesInItsNarrowBucket) {
  std::vector<std::int64_t> durations = random_durations(1, 20'000);
  for (int bit = 0; bit != 63; ++bit) {
    const std::int64_t power = std::int64_t{1} << bit;
    durations.insert(durations.end(), {power - 1, power, power + 1});
  }
  durations.push_back(std::numeric_limits<std::int64_t>::max());
  for (const std::int64_t ns : durations) {
    const std::vector<bucket> met = buckets_of(of({ns}));
    ASSERT_EQ(met.size(), 1U) << ns;
    EXPECT_LE(met[0].lowest, ns);
    EXPECT_GE(met[0].highest, ns);
    EXPECT_EQ(met[0].count, 1);
    const std::int64_t width = met[0].highest - met[0].lowest + 1;
    EXPECT_LE(width, std::max(std::int64_t{1}, met[0].lowest / 1024)) << ns;
    EXPECT_TRUE(width == 1 || ns >= 2048) << ns;
  }
}

TEST(Histogram, BucketsLeaveNoGap) {
  histogram all;
  for (std::int64_t ns = 0; ns != 20'000; ++ns) all.add(nanoseconds(ns));
  std::int64_t next = 0;
  for (const bucket& each : buckets_of(all)) {
    EXPECT_EQ(each.lowest, next);
    EXPECT_EQ(each.count, std::min(each.highest, std::int64_t{19'999}) - each.lowest + 1);
    next = each.highest + 1;
  }
  EXPECT_GE(next, 20'000);
}

TEST(Histogram, PercentilesAreThoseOfTheSortedDurationsWithinTheBound) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    std::vector<std::int64_t> durations = random_durations(seed, 9'973);
    const histogram counted = of(durations);
    std::sort(durations.begin(), durations.end());
    for (const double percent : {0.0, 0.01, 1.0, 50.0, 95.0, 99.0, 99.9, 99.99, 100.0}) {
      const double rank = std::max(1.0, std::ceil(percent / 100 * static_cast<double>(durations.size())));
      const std::int64_t exact = durations[static_cast<std::size_t>(rank) - 1];
      const std::int64_t told = counted.percentile(percent).count();
      EXPECT_GE(told, exact) << percent;
      EXPECT_LE(told, exact + exact / 1000) << percent;
    }
  }
}

TEST(Histogram, RankIsNotPushedUpByRounding) {
  histogram thousand;
  for (int i = 1; i <= 1000; ++i) thousand.add(nanoseconds(i));
  EXPECT_EQ(thousand.percentile(99.9), nanoseconds(999));
  EXPECT_EQ(thousand.percentile(95), nanoseconds(950));
  EXPECT_EQ(thousand.percentile(0.1), nanoseconds(1));
  EXPECT_EQ(thousand.percentile(100), nanoseconds(1000));
}

TEST(Histogram, MergeEqualsAddingInOnePlace) {
  const std::vector<std::int64_t> first = random_durations(4, 5'000);
  const std::vector<std::int64_t> second = random_durations(5, 3'000);
  std::vector<std::int64_t> both = first;
  both.insert(both.end(), second.begin(), second.end());
  histogram merged = of(first);
  merged.merge(of(second));
  merged.merge(histogram());
  EXPECT_EQ(buckets_of(merged), buckets_of(of(both)));
  histogram into_empty;
  into_empty.merge(merged);
  EXPECT_EQ(buckets_of(into_empty), buckets_of(merged));
  EXPECT_EQ(into_empty.count(), 8'000);
}

TEST(Histogram, CopiesAreIndependent) {
  histogram first = of({5, 5'000'000});
  const histogram copy = first;
  first.add(nanoseconds(5));
  EXPECT_EQ(copy.count(), 2);
  EXPECT_EQ(first.count(), 3);
  first = copy;
  EXPECT_EQ(buckets_of(first), buckets_of(copy));
  const histogram moved = std::move(first);
  EXPECT_EQ(moved.count(), 2);
}

// None is ever measured; adding one must do no harm.
TEST(Histogram, NegativeDurationsAreCountedSomewhere) {
  EXPECT_EQ(of({-1, std::numeric_limits<std::int64_t>::min(), 5}).count(), 3);
}

}  // namespace
}  // namespace pgpipe::app::bench
