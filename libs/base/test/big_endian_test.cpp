#include <array>

#include <gtest/gtest.h>

#include <pgpipe/base/big_endian.hpp>

namespace pgpipe {
namespace {

TEST(BigEndian, PutsTheMostSignificantByteFirst) {
  std::array<std::byte, 8> memory{};
  store_big_endian(memory.data() + 1, std::int32_t{0x01020304});  // at an address of no alignment
  EXPECT_EQ(memory[1], std::byte{1});
  EXPECT_EQ(memory[4], std::byte{4});
  EXPECT_EQ(load_big_endian<std::int32_t>(memory.data() + 1), 0x01020304);
  EXPECT_EQ(load_big_endian<std::uint16_t>(memory.data() + 3), 0x0304);
  EXPECT_EQ(load_big_endian<std::uint8_t>(memory.data() + 2), 2);
}

TEST(BigEndian, KeepsTheSign) {
  std::array<std::byte, 8> memory{};
  store_big_endian(memory.data(), std::int64_t{-2});
  EXPECT_EQ(load_big_endian<std::int64_t>(memory.data()), -2);
  EXPECT_EQ(load_big_endian<std::int16_t>(memory.data() + 6), -2);
  EXPECT_EQ(load_big_endian<std::uint64_t>(memory.data()), 0xfffffffffffffffeU);
}

}  // namespace
}  // namespace pgpipe
