#pragma once

#include <cstdint>

// The pure functions of pgbench's expressions that scatter integers.
namespace pgpipe::app::bench {

// FNV-1a over the value's eight octets, least significant first.
[[nodiscard]] std::int64_t hash_fnv1a(std::int64_t value, std::uint64_t seed);

// One block of MurmurHash64A.
[[nodiscard]] std::int64_t hash_murmur2(std::int64_t value, std::uint64_t seed);

// A permutation of 0 .. size-1, chosen by `seed`, applied to `value` modulo size; 0 when size is 1 or less.
[[nodiscard]] std::int64_t permute(std::int64_t value, std::int64_t size, std::int64_t seed);

}  // namespace pgpipe::app::bench
