#include "bench/timer_queue.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(timer_queue, hands_out_the_soonest_first) {
  timer_queue timers;
  const timer_queue::time_point zero{};
  // The queue never looks into a client.
  auto* const nobody = reinterpret_cast<client*>(&timers);
  for (const int at : {5, 1, 9, 3, 7, 3}) timers.push(zero + std::chrono::seconds(at), *nobody);
  for (const int at : {1, 3, 3, 5, 7, 9}) {
    EXPECT_EQ(timers.next().at, zero + std::chrono::seconds(at));
    EXPECT_EQ(timers.pop().at, zero + std::chrono::seconds(at));
  }
  EXPECT_TRUE(timers.empty());
}

}  // namespace
}  // namespace pgpipe::app::bench
