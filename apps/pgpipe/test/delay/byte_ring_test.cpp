#include "delay/byte_ring.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace pgpipe::app::delay {
namespace {

// Against a string, with sizes that wrap and grow.
TEST(ByteRing, KeepsBytesInOrder) {
  std::mt19937 random(1);
  byte_ring ring;
  std::string expected;
  unsigned char next = 0;
  for (int step = 0; step != 20'000; ++step) {
    const std::size_t most = 1 + random() % 300;
    if (random() % 2 == 0) {
      const std::span<std::byte> into = ring.room(most);
      ASSERT_GE(into.size(), 1U);
      ASSERT_LE(into.size(), most);
      for (std::byte& each : into) {
        each = std::byte{next};
        expected.push_back(static_cast<char>(next++));
      }
      ring.fill(into.size());
    } else if (ring.size() != 0) {
      const std::span<const std::byte> from = ring.contents();
      ASSERT_GE(from.size(), 1U);
      const std::size_t taken = std::min(most, from.size());
      ASSERT_EQ(std::memcmp(from.data(), expected.data(), taken), 0);
      ring.drop(taken);
      expected.erase(0, taken);
    }
    ASSERT_EQ(ring.size(), expected.size());
  }
}

}  // namespace
}  // namespace pgpipe::app::delay
