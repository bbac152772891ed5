#include <cstddef>
#include <deque>
#include <random>

#include <gtest/gtest.h>

#include <pgpipe/base/ring.hpp>

namespace pgpipe {
namespace {

TEST(Ring, IsAQueue) {
  ring<int> queue;
  std::deque<int> model;
  std::mt19937 random(1);
  for (int i = 0; i != 5000; ++i) {
    // More pushes than pops at first, then fewer: it grows while its front stands anywhere, and runs empty.
    if (random() % 5000 > static_cast<unsigned>(i)) {
      queue.push_back(i);
      model.push_back(i);
    } else if (!model.empty()) {
      ASSERT_EQ(queue.front(), model.front());
      queue.pop_front();
      model.pop_front();
    }
    ASSERT_EQ(queue.size(), model.size());
    ASSERT_EQ(queue.empty(), model.empty());
    if (!model.empty()) {
      const std::size_t at = random() % model.size();
      ASSERT_EQ(queue[at], model[at]);
    }
  }
}

TEST(Ring, ClearedItKeepsItsMemory) {
  ring<int> queue;
  for (int i = 0; i != 100; ++i) queue.push_back(i);
  const int* memory = &queue[0];
  queue.clear();
  EXPECT_TRUE(queue.empty());
  for (int i = 0; i != 100; ++i) queue.push_back(i);
  EXPECT_EQ(&queue[0], memory);
  EXPECT_EQ(queue[99], 99);
}

}  // namespace
}  // namespace pgpipe
