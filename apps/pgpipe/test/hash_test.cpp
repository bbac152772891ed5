#include "bench/hash.hpp"

#include <cstdint>
#include <limits>
#include <set>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(hash, agrees_with_pgbench) {
  EXPECT_EQ(hash_murmur2(10, 5432), -5817877081768721676);
  EXPECT_EQ(hash_fnv1a(10, 5432), -7793829335365542153);
  EXPECT_EQ(hash_fnv1a(-1, 0), -8289690350564177859);
}

TEST(permute, agrees_with_pgbench) {
  EXPECT_EQ(permute(0, 100, 7), 92);
  EXPECT_EQ(permute(5, 2, 1), 0);
  constexpr std::int64_t prime = std::numeric_limits<std::int64_t>::max() - 10;
  EXPECT_EQ(permute(prime - 1, prime, 5432), 520382784483822430);
}

TEST(permute, of_one_value_is_that_value) {
  EXPECT_EQ(permute(5, 1, 1), 0);
  EXPECT_EQ(permute(5, 0, 1), 0);
  EXPECT_EQ(permute(5, -3, 1), 0);
}

TEST(permute, is_one_to_one) {
  for (const std::int64_t size : {2, 3, 7, 8, 9, 100, 127, 128, 129}) {
    std::set<std::int64_t> seen;
    for (std::int64_t i = 0; i < size; ++i) seen.insert(permute(i, size, 42));
    EXPECT_EQ(static_cast<std::int64_t>(seen.size()), size);
    EXPECT_EQ(*seen.begin(), 0);
    EXPECT_EQ(*seen.rbegin(), size - 1);
  }
}

TEST(permute, takes_values_modulo_the_size) {
  EXPECT_EQ(permute(103, 100, 7), permute(3, 100, 7));
  EXPECT_NE(permute(3, 100, 7), permute(3, 100, 8));
}

}  // namespace
}  // namespace pgpipe::app::bench
