#include "bench/throttle_schedule.hpp"

#include <gtest/gtest.h>

#include "bench/run_seeds.hpp"

namespace pgpipe::app::bench {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using time_point = throttle_schedule::time_point;

throttle_schedule started(double rate, std::size_t threads = 1) {
  throttle_schedule schedule(rate, threads, make_run_seeds(42, 1, 1, true).threads[0].throttle);
  schedule.start(time_point{});
  return schedule;
}

TEST(ThrottleSchedule, GapsAreThoseOfTheThreadsGenerator) {
  random_state random = make_run_seeds(42, 1, 1, true).threads[0].throttle;
  throttle_schedule schedule = started(400, 2);
  time_point expected{};
  for (int i = 0; i != 100; ++i) {
    expected += microseconds(random.poisson_gap(5000));
    EXPECT_EQ(schedule.take(), expected);
  }
}

TEST(ThrottleSchedule, KeepsTheRateInTheLongRun) {
  throttle_schedule schedule = started(1000);
  time_point last{};
  for (int i = 0; i != 100'000; ++i) last = schedule.take();
  EXPECT_NEAR(std::chrono::duration<double>(last - time_point{}).count(), 100, 1);
}

TEST(ThrottleSchedule, NothingWaitsBeforeItsTime) {
  throttle_schedule schedule = started(1000);
  const time_point first = schedule.take();
  EXPECT_EQ(schedule.backlog(first - microseconds(1)), 0);
}

TEST(ThrottleSchedule, BacklogIsWhatNobodyTook) {
  const time_point now = time_point{} + milliseconds(100);
  throttle_schedule other = started(1000);
  int due = 0;
  while (other.take() <= now) ++due;
  ASSERT_GT(due, 60);

  throttle_schedule schedule = started(1000);
  EXPECT_EQ(schedule.backlog(now, 1000), due);
  for (int taken = 1; taken <= due; ++taken) {
    EXPECT_LE(schedule.take(), now);
    EXPECT_EQ(schedule.backlog(now), due - taken);
  }
  EXPECT_GT(schedule.take(), now);
  EXPECT_EQ(schedule.backlog(now), 0);
}

TEST(ThrottleSchedule, CountingDoesNotChangeTheSlots) {
  throttle_schedule counted = started(1000);
  throttle_schedule plain = started(1000);
  for (int i = 0; i != 200; ++i) {
    const time_point slot = counted.take();
    EXPECT_EQ(slot, plain.take());
    (void)counted.backlog(slot + milliseconds(i % 7));
  }
}

TEST(ThrottleSchedule, CountIsAnEstimateWhereDrawingWouldTakeTooLong) {
  throttle_schedule schedule = started(1e5);
  EXPECT_NEAR(static_cast<double>(schedule.backlog(time_point{} + seconds(10), 100)), 1e6, 1e3);
  throttle_schedule absurd = started(1e300);
  EXPECT_GT(absurd.backlog(time_point{} + seconds(10)), 1'000'000'000);
}

}  // namespace
}  // namespace pgpipe::app::bench
