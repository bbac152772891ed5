#pragma once

#include <bit>
#include <cstdint>

namespace pgpipe::app::bench {

// pgbench 15's generator (xoroshiro128**) and its distributions, bit for bit: a seed gives the numbers that pgbench
// gives, as far as the C library's log, exp, pow and sin agree. A state is 16 bytes and copyable; a copy continues with
// the same numbers, which is how a retried transaction sees its first attempt's values again.
class random_state {
 public:
  // Two outputs of splitmix64 over `seed`.
  explicit random_state(std::uint64_t seed);

  std::uint64_t next() {
    const std::uint64_t first = s0_;
    const std::uint64_t mixed = s1_ ^ first;
    s0_ = std::rotl(first, 24) ^ mixed ^ (mixed << 16);
    s1_ = std::rotl(mixed, 37);
    return std::rotl(first * 5, 7) * 9;
  }

  // From 0 to `range`, both included. A range of 0 draws nothing.
  std::uint64_t up_to(std::uint64_t range) {
    if (range == 0) return 0;
    const int surplus_bits = std::countl_zero(range);
    std::uint64_t drawn = next() >> surplus_bits;
    while (drawn > range) drawn = next() >> surplus_bits;
    return drawn;
  }

  // From `low` to `high`, both included; needs low <= high.
  std::int64_t uniform(std::int64_t low, std::int64_t high) {
    const std::uint64_t offset = up_to(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
  }

  // At least 0 and less than 1.
  double unit() { return static_cast<double>(next() >> 12) * 0x1p-52; }

  // Standard normal distribution.
  double normal();

  // The distributions below draw from `low` to `high`, both included, and need low <= high and high - low + 1 to be an
  // int64; what they need of `parameter` is pgbench's rule.

  // Truncated exponential; parameter > 0.
  std::int64_t exponential(std::int64_t low, std::int64_t high, double parameter);

  // Normal, cut off `parameter` standard deviations from the middle; parameter >= 2.
  std::int64_t gaussian(std::int64_t low, std::int64_t high, double parameter);

  // Zipf's law: value number k is drawn with weight k^-parameter; 1.001 <= parameter <= 1000.
  std::int64_t zipfian(std::int64_t low, std::int64_t high, double parameter);

  // The gap to the next event of a Poisson process whose mean gap is `mean`, rounded to an integer.
  std::int64_t poisson_gap(double mean);

 private:
  std::int64_t zipfian_rank(std::int64_t count, double parameter);

  std::uint64_t s0_;
  std::uint64_t s1_;
};

}  // namespace pgpipe::app::bench
