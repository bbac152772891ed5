#include "delay/wake_up_delay.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::delay {
namespace {

using namespace std::chrono_literals;

TEST(wake_up_delay, knows_nothing_at_first) {
  EXPECT_EQ(wake_up_delay().late(), 0ns);
  EXPECT_EQ(wake_up_delay().typical(), 0ns);
}

TEST(wake_up_delay, learns_what_comes_again_and_again) {
  wake_up_delay learning;
  for (int i = 0; i != 60; ++i) learning.learn(80us);
  EXPECT_GT(learning.late(), 75us);
  EXPECT_LE(learning.late(), 80us);
  EXPECT_GT(learning.typical(), 75us);
  EXPECT_LE(learning.typical(), 80us);
}

TEST(wake_up_delay, tells_late_sleeps_from_typical_ones) {
  wake_up_delay learning;
  for (int i = 0; i != 400; ++i) learning.learn(i % 4 == 0 ? 100us : 20us);
  EXPECT_GT(learning.typical(), 25us);
  EXPECT_LT(learning.typical(), 55us);
  EXPECT_GT(learning.late(), 60us);
  EXPECT_LT(learning.late(), 100us);
}

TEST(wake_up_delay, forgets) {
  wake_up_delay learning;
  for (int i = 0; i != 30; ++i) learning.learn(100us);
  for (int i = 0; i != 200; ++i) learning.learn(10us);
  EXPECT_LT(learning.late(), 15us);
}

TEST(wake_up_delay, never_asks_for_more_than_its_bound) {
  wake_up_delay learning;
  for (int i = 0; i != 100; ++i) learning.learn(1s);
  EXPECT_LE(learning.late(), wake_up_delay::most);
  for (int i = 0; i != 300; ++i) learning.learn(-1s);
  EXPECT_GE(learning.late(), 0ns);
  EXPECT_LT(learning.late(), 1us);
}

}  // namespace
}  // namespace pgpipe::app::delay
