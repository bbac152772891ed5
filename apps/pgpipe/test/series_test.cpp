#include "bench/series.hpp"

#include <random>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using time_point = series_recorder::time_point;

constexpr time_point start{seconds(1000)};

// A thread with two scripts, as its clients count.
struct counting_thread {
  std::vector<script_statistics> scripts = std::vector<script_statistics>(2);
  series_recorder recorder{start, 2};

  void process(std::size_t script, nanoseconds at, nanoseconds latency) {
    recorder.note(start + at, scripts);
    scripts[script].transactions.add_processed(latency);
  }
};

TEST(Series, WhatEndsOnABoundaryBelongsToTheNextInterval) {
  counting_thread thread;
  thread.process(0, milliseconds(999), milliseconds(1));
  thread.process(0, seconds(1), milliseconds(2));
  thread.process(1, milliseconds(1999), milliseconds(3));
  thread.recorder.finish(thread.scripts);
  const auto& points = thread.recorder.points();
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0][0].processed, 1);
  EXPECT_EQ(points[0][1].processed, 0);
  EXPECT_EQ(points[1][0].processed, 1);
  EXPECT_EQ(points[1][0].latency, milliseconds(2));
  EXPECT_EQ(points[1][1].latency, milliseconds(3));
}

// A long latency belongs where it ended, although nothing else told of the seconds in between.
TEST(Series, SecondsInWhichNothingEndsAreThere) {
  counting_thread thread;
  thread.process(0, milliseconds(100), milliseconds(1));
  thread.process(0, milliseconds(3500), milliseconds(3400));
  thread.recorder.finish(thread.scripts);
  const auto& points = thread.recorder.points();
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[0][0].latency, milliseconds(1));
  EXPECT_EQ(points[1][0].processed + points[2][0].processed, 0);
  EXPECT_EQ(points[3][0].latency, milliseconds(3400));
  EXPECT_NEAR(static_cast<double>(points[3][0].sizes().percentile(50).count()), 3.4e9, 3.4e6);
}

TEST(Series, FailedAndSkippedOnesAreCountedWhereTheyEnd) {
  counting_thread thread;
  thread.recorder.note(start + milliseconds(500), thread.scripts);
  ++thread.scripts[0].transactions.skipped;
  thread.recorder.note(start + milliseconds(1500), thread.scripts);
  thread.scripts[0].transactions.add_failed(failure::deadlock);
  thread.recorder.finish(thread.scripts);
  const auto& points = thread.recorder.points();
  EXPECT_EQ(points[0][0].skipped, 1);
  EXPECT_EQ(points[0][0].failed, 0);
  EXPECT_EQ(points[1][0].failed, 1);
}

TEST(Series, TheIntervalsOfAllThreadsAddUpToTheTotal) {
  std::mt19937 random(1);
  std::vector<counting_thread> threads(3);
  for (counting_thread& each : threads) {
    for (int ms = 0; ms < 5000; ms += 3) {
      each.process(random() % 2, milliseconds(ms), nanoseconds(random() % 100'000'000));
    }
    each.recorder.finish(each.scripts);
  }
  std::vector<series_point> all;
  histogram expected;
  for (const counting_thread& each : threads) {
    merge_series(all, each.recorder.points());
    for (const script_statistics& script : each.scripts) expected.merge(script.transactions.latency.sizes());
  }
  fit_series(all, milliseconds(4999), 2);
  ASSERT_EQ(all.size(), 5U);
  histogram summed;
  for (const series_point& each : all) {
    for (const interval_figures& script : each) summed.merge(script.sizes());
  }
  EXPECT_EQ(summed.count(), expected.count());
  for (const double percent : {1.0, 50.0, 99.0, 99.9, 100.0}) {
    EXPECT_EQ(summed.percentile(percent), expected.percentile(percent)) << percent;
  }
}

TEST(Series, ThereIsAnIntervalForEveryBegunSecond) {
  counting_thread thread;
  thread.process(0, milliseconds(10), milliseconds(1));
  thread.recorder.finish(thread.scripts);
  std::vector<series_point> all;
  merge_series(all, thread.recorder.points());
  fit_series(all, milliseconds(2001), 2);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[2].size(), 2U);
}

// The clock of a run that ends at a full second may be read a moment later than its last transaction's.
TEST(Series, WhatEndsBehindTheLastIntervalIsInIt) {
  counting_thread thread;
  thread.process(0, milliseconds(500), milliseconds(1));
  thread.process(0, seconds(1), milliseconds(1));
  thread.recorder.finish(thread.scripts);
  std::vector<series_point> all;
  merge_series(all, thread.recorder.points());
  fit_series(all, seconds(1), 2);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0][0].processed, 2);
}

}  // namespace
}  // namespace pgpipe::app::bench
