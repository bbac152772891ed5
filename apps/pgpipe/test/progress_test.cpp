#include "bench/progress.hpp"

#include <array>
#include <thread>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

live_counters::snapshot two_transactions() {
  live_counters counters;
  counters.add_processed(milliseconds(1));
  counters.add_lag(milliseconds(4));
  counters.add_processed(milliseconds(3));
  counters.add_lag(milliseconds(2));
  counters.add_failed();
  return counters.read();
}

TEST(Progress, LineOfAPlainRun) {
  EXPECT_EQ(format_progress({.interval = seconds(2)}, milliseconds(4040), seconds(2), two_transactions()),
            "progress: 4.0 s, 1.0 tps, lat 2.000 ms stddev 1.000, 1 failed\n");
}

TEST(Progress, TimestampsHaveMilliseconds) {
  EXPECT_EQ(format_progress({.interval = seconds(2), .timestamp = true}, milliseconds(1764505021125), seconds(2),
                            two_transactions()),
            "progress: 1764505021.125 s, 1.0 tps, lat 2.000 ms stddev 1.000, 1 failed\n");
}

TEST(Progress, IdleIntervalIsZero) {
  EXPECT_EQ(format_progress({.interval = seconds(1)}, seconds(1), seconds(1), {}),
            "progress: 1.0 s, 0.0 tps, lat 0.000 ms stddev 0.000, 0 failed\n");
}

TEST(Progress, LaterOptionsAppendTheirColumns) {
  live_counters::snapshot counted = two_transactions();
  counted.skipped = 5;
  counted.retried = 2;
  counted.retries = 9;
  progress_settings settings{.interval = seconds(1), .throttled = true};
  EXPECT_EQ(format_progress(settings, seconds(1), seconds(1), counted),
            "progress: 1.0 s, 2.0 tps, lat 2.000 ms stddev 1.000, 1 failed, lag 3.000 ms\n");
  settings.latency_limit = settings.retries = true;
  EXPECT_EQ(format_progress(settings, seconds(1), seconds(1), counted),
            "progress: 1.0 s, 2.0 tps, lat 2.000 ms stddev 1.000, 1 failed, lag 3.000 ms, 5 skipped, 2 retried, "
            "9 retries\n");
}

TEST(Progress, ReporterPrintsTheDifferenceWhenDue) {
  std::array<live_counters, 2> threads;
  const progress_reporter::time_point start{};
  progress_reporter reporter({.interval = seconds(1)}, threads, start);
  EXPECT_EQ(reporter.due(), start + seconds(1));
  threads[0].add_processed(milliseconds(1));
  threads[1].add_processed(milliseconds(3));

  testing::internal::CaptureStderr();
  reporter.report(start + milliseconds(999));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  testing::internal::CaptureStderr();
  reporter.report(start + seconds(1));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "progress: 1.0 s, 2.0 tps, lat 2.000 ms stddev 1.000, 0 failed\n");
  EXPECT_EQ(reporter.due(), start + seconds(2));

  threads[1].add_processed(milliseconds(5));
  testing::internal::CaptureStderr();
  reporter.report(start + milliseconds(3500));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "progress: 3.5 s, 0.4 tps, lat 5.000 ms stddev 0.000, 0 failed\n");
  EXPECT_EQ(reporter.due(), start + seconds(4));
}

TEST(Progress, WarmUpIsNotCounted) {
  std::array<live_counters, 1> threads;
  const progress_reporter::time_point start{};
  progress_reporter reporter({.interval = seconds(2), .warm_up = seconds(5)}, threads, start);
  testing::internal::CaptureStderr();
  EXPECT_EQ(reporter.due(), start + seconds(2));
  reporter.report(start + seconds(2));
  EXPECT_EQ(reporter.due(), start + seconds(4));
  reporter.report(start + seconds(4));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "progress: warming up, 3.0 s left\nprogress: warming up, 1.0 s left\n");
  threads[0].add_processed(milliseconds(1));
  EXPECT_EQ(reporter.due(), start + seconds(7));
  testing::internal::CaptureStderr();
  reporter.report(start + seconds(7));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "progress: 2.0 s, 0.5 tps, lat 1.000 ms stddev 0.000, 0 failed\n");
  EXPECT_EQ(reporter.due(), start + seconds(9));
}

TEST(Progress, AWarmUpShorterThanAnIntervalHasNoLine) {
  std::array<live_counters, 1> threads;
  const progress_reporter::time_point start{};
  const progress_reporter reporter({.interval = seconds(2), .warm_up = seconds(1)}, threads, start);
  EXPECT_EQ(reporter.due(), start + seconds(3));
}

TEST(Progress, ReporterTakesTheTimeOfDay) {
  std::array<live_counters, 1> threads;
  progress_reporter reporter({.interval = seconds(1), .timestamp = true}, threads, {});
  const double before = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  testing::internal::CaptureStderr();
  reporter.report(progress_reporter::time_point{} + seconds(1));
  const std::string line = testing::internal::GetCapturedStderr();
  ASSERT_TRUE(line.starts_with("progress: ")) << line;
  EXPECT_NEAR(std::stod(line.substr(10)), before, 1);
}

TEST(Progress, WithoutIntervalIsNeverDue) {
  std::array<live_counters, 1> threads;
  EXPECT_EQ(progress_reporter({}, threads, {}).due(), progress_reporter::time_point::max());
}

TEST(Progress, CountersAreReadWhileTheyAreWritten) {
  live_counters counters;
  std::thread writer([&] {
    for (int i = 0; i < 100'000; ++i) counters.add_processed(milliseconds(1));
  });
  std::int64_t last = 0;
  while (last < 100'000) {
    const std::int64_t now = counters.read().processed;
    EXPECT_GE(now, last);
    last = now;
  }
  writer.join();
  EXPECT_DOUBLE_EQ(counters.read().latency_ns, 1e11);
}

}  // namespace
}  // namespace pgpipe::app::bench
