#include "bench/hash.hpp"

#include <bit>

#include "bench/random.hpp"

namespace pgpipe::app::bench {
namespace {

// A bijection of 0 .. mask that `random` chooses: odd multiply, XOR, rotate by one bit. Always draws, so that the draws
// do not depend on which values are scattered.
class scatter {
 public:
  scatter(random_state& random, std::uint64_t mask)
      : mask_(mask), factor_((random.next() & mask) | 1U), flip_(random.next() & mask) {}

  [[nodiscard]] bool covers(std::uint64_t number) const { return number <= mask_; }

  [[nodiscard]] std::uint64_t operator()(std::uint64_t number) const {
    const std::uint64_t mixed = ((number * factor_) ^ flip_) & mask_;
    const bool top_bit = mixed > mask_ / 2;
    return ((mixed << 1) & mask_) | (top_bit ? 1U : 0U);
  }

 private:
  std::uint64_t mask_;  // one less than a power of two, at least 1
  std::uint64_t factor_;
  std::uint64_t flip_;
};

}  // namespace

std::int64_t hash_fnv1a(std::int64_t value, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325U ^ seed;
  std::uint64_t rest = static_cast<std::uint64_t>(value);
  for (int octet = 0; octet < 8; ++octet, rest >>= 8) {
    hash = (hash ^ (rest & 0xffU)) * 0x100000001b3U;
  }
  return static_cast<std::int64_t>(hash);
}

std::int64_t hash_murmur2(std::int64_t value, std::uint64_t seed) {
  constexpr std::uint64_t factor = 0xc6a4a7935bd1e995U;
  constexpr int shift = 47;
  std::uint64_t block = static_cast<std::uint64_t>(value) * factor;
  block = (block ^ (block >> shift)) * factor;
  std::uint64_t hash = seed ^ (factor * sizeof(value));
  hash = (hash ^ block) * factor;
  hash = (hash ^ (hash >> shift)) * factor;
  return static_cast<std::int64_t>(hash ^ (hash >> shift));
}

std::int64_t permute(std::int64_t value, std::int64_t size, std::int64_t seed) {
  if (size < 2) return 0;
  constexpr int rounds = 6;
  random_state random(static_cast<std::uint64_t>(seed));
  const std::uint64_t count = static_cast<std::uint64_t>(size);
  const std::uint64_t mask = std::bit_floor(count) - 1;
  std::uint64_t place = static_cast<std::uint64_t>(value) % count;
  for (int round = 0; round < rounds; ++round) {
    const scatter lower(random, mask);
    if (lower.covers(place)) place = lower(place);
    const scatter upper(random, mask);
    const std::uint64_t mirrored = count - 1 - place;
    if (upper.covers(mirrored)) place = count - 1 - upper(mirrored);
    place = (place + random.up_to(count - 1)) % count;
  }
  return static_cast<std::int64_t>(place);
}

}  // namespace pgpipe::app::bench
