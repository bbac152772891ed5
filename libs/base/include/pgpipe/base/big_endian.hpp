#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace pgpipe {

// Integers as the protocol has them: most significant byte first, at any address.
template <typename Integer>
[[nodiscard]] inline Integer load_big_endian(const std::byte* from) {
  using bits_type = std::make_unsigned_t<Integer>;
  bits_type bits;
  std::memcpy(&bits, from, sizeof bits);
  if constexpr (sizeof bits == 2) bits = __builtin_bswap16(bits);
  if constexpr (sizeof bits == 4) bits = __builtin_bswap32(bits);
  if constexpr (sizeof bits == 8) bits = __builtin_bswap64(bits);
  static_assert(std::endian::native == std::endian::little);
  return static_cast<Integer>(bits);
}

template <typename Integer>
inline void store_big_endian(std::byte* to, Integer value) {
  using bits_type = std::make_unsigned_t<Integer>;
  auto bits = static_cast<bits_type>(value);
  if constexpr (sizeof bits == 2) bits = __builtin_bswap16(bits);
  if constexpr (sizeof bits == 4) bits = __builtin_bswap32(bits);
  if constexpr (sizeof bits == 8) bits = __builtin_bswap64(bits);
  std::memcpy(to, &bits, sizeof bits);
}

}  // namespace pgpipe
