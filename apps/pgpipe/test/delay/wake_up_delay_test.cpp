#include "delay/wake_up_delay.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::delay {
namespace {

using namespace std::chrono_literals;

TEST(wake_up_delay, knows_nothing_at_first) { EXPECT_EQ(wake_up_delay().expected(), 0ns); }

TEST(wake_up_delay, learns_what_comes_again_and_again) {
  wake_up_delay learning;
  for (int i = 0; i != 30; ++i) learning.learn(80us);
  EXPECT_GT(learning.expected(), 75us);
  EXPECT_LE(learning.expected(), 80us);
}

TEST(wake_up_delay, keeps_to_the_late_sleeps_of_many) {
  wake_up_delay learning;
  for (int i = 0; i != 400; ++i) learning.learn(i % 4 == 0 ? 100us : 20us);
  EXPECT_GT(learning.expected(), 60us);
  EXPECT_LT(learning.expected(), 100us);
}

TEST(wake_up_delay, forgets) {
  wake_up_delay learning;
  for (int i = 0; i != 30; ++i) learning.learn(100us);
  for (int i = 0; i != 200; ++i) learning.learn(10us);
  EXPECT_LT(learning.expected(), 15us);
}

TEST(wake_up_delay, never_asks_for_more_than_its_bound) {
  wake_up_delay learning;
  for (int i = 0; i != 100; ++i) learning.learn(1s);
  EXPECT_LE(learning.expected(), wake_up_delay::most);
  for (int i = 0; i != 300; ++i) learning.learn(-1s);
  EXPECT_GE(learning.expected(), 0ns);
  EXPECT_LT(learning.expected(), 1us);
}

}  // namespace
}  // namespace pgpipe::app::delay
