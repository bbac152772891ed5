#include "bench/statistics.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::nanoseconds;

duration_statistics of(std::initializer_list<int> durations) {
  duration_statistics statistics;
  for (const int ns : durations) statistics.add(nanoseconds(ns));
  return statistics;
}

TEST(Statistics, EmptyIsZero) {
  const duration_statistics none;
  EXPECT_EQ(none.count(), 0);
  EXPECT_EQ(none.average_ms(), 0);
  EXPECT_EQ(none.stddev_ms(), 0);
}

TEST(Statistics, MeanDeviationAndExtremes) {
  const duration_statistics some =
      of({2'000'000, 4'000'000, 4'000'000, 4'000'000, 5'000'000, 5'000'000, 7'000'000, 9'000'000});
  EXPECT_DOUBLE_EQ(some.average_ms(), 5);
  EXPECT_DOUBLE_EQ(some.stddev_ms(), 2);
  EXPECT_EQ(some.min(), nanoseconds(2'000'000));
  EXPECT_EQ(some.max(), nanoseconds(9'000'000));
}

TEST(Statistics, PercentilesNeverExceedTheMaximum) {
  const duration_statistics some = of({1'000'001, 2'000'002, 3'000'003});
  EXPECT_NEAR(some.percentile_ms(50), 2, 0.002);
  EXPECT_EQ(some.percentile_ms(100), 3.000003);
  EXPECT_EQ(some.sizes().count(), 3);
  EXPECT_EQ(duration_statistics().percentile_ms(99), 0);
}

TEST(Statistics, EqualValuesNeverDeviate) {
  duration_statistics same;
  for (int i = 0; i < 1000; ++i) same.add(nanoseconds(333'333'333));
  EXPECT_NEAR(same.stddev_ms(), 0, 1e-3);
  EXPECT_FALSE(same.stddev_ms() != same.stddev_ms());
}

TEST(Statistics, MergeEqualsAddingInOnePlace) {
  duration_statistics left = of({5, 9});
  left.merge(of({}));
  left.merge(of({1, 20}));
  const duration_statistics all = of({5, 9, 1, 20});
  EXPECT_EQ(left.count(), all.count());
  EXPECT_EQ(left.sum(), all.sum());
  EXPECT_EQ(left.min(), all.min());
  EXPECT_EQ(left.max(), all.max());
  EXPECT_DOUBLE_EQ(left.stddev_ms(), all.stddev_ms());
  EXPECT_EQ(left.percentile_ms(50), all.percentile_ms(50));
  duration_statistics empty;
  empty.merge(of({7, 8}));
  EXPECT_EQ(empty.min(), nanoseconds(7));
}

TEST(Statistics, EveryTransactionIsProcessedSkippedOrFailed) {
  transaction_statistics some;
  some.add_processed(nanoseconds(5));
  some.add_failed(failure::serialization);
  some.add_failed(failure::deadlock);
  some.add_failed(failure::other);
  some.skipped = 2;
  EXPECT_EQ(some.failed(), 3);
  EXPECT_EQ(some.total(), some.processed + some.skipped + some.failed());
  EXPECT_EQ(some.latency.count(), some.processed);
}

TEST(Statistics, ThreadsAddUpScriptByScriptAndCommandByCommand) {
  thread_statistics first({1, 2});
  thread_statistics second({1, 2});
  first.scripts[1].transactions.add_processed(nanoseconds(10));
  first.scripts[1].commands[1].failures = 1;
  first.connecting.add(nanoseconds(100));
  first.open_loop = {.service = of({3}), .late_starts = 1, .most_waiting = 2, .dropped = 3};
  second.open_loop = {.service = of({5}), .late_starts = 10, .most_waiting = 20, .dropped = 30};
  second.scripts[1].transactions.add_processed(nanoseconds(30));
  second.scripts[1].commands[1].failures = 2;
  second.scripts[1].commands[1].latency.add(nanoseconds(4));
  second.connecting.add(nanoseconds(50));
  thread_statistics total;
  total.merge(first);
  total.merge(second);
  ASSERT_EQ(total.scripts.size(), 2U);
  EXPECT_EQ(total.scripts[0].transactions.total(), 0);
  EXPECT_EQ(total.scripts[1].transactions.processed, 2);
  EXPECT_EQ(total.scripts[1].transactions.latency.max(), nanoseconds(30));
  ASSERT_EQ(total.scripts[1].commands.size(), 2U);
  EXPECT_EQ(total.scripts[1].commands[1].failures, 3);
  EXPECT_EQ(total.scripts[1].commands[1].latency.count(), 1);
  EXPECT_EQ(total.connecting.sum(), nanoseconds(150));
  EXPECT_EQ(total.open_loop.service.sum(), nanoseconds(8));
  EXPECT_EQ(total.open_loop.late_starts, 11);
  EXPECT_EQ(total.open_loop.most_waiting, 22) << "at most: the threads' worst moments may differ";
  EXPECT_EQ(total.open_loop.dropped, 33);
}

}  // namespace
}  // namespace pgpipe::app::bench
