#pragma once

#include <cstddef>
#include <string_view>

namespace pgpipe::types::detail {

inline constexpr int not_a_digit = -1;

inline int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return not_a_digit;
}

// The byte that the first two characters of `digits` name. False when they do not.
inline bool hex_byte(std::string_view digits, std::byte& out) {
  if (digits.size() < 2) return false;
  const int high = hex_digit(digits[0]);
  const int low = hex_digit(digits[1]);
  if (high == not_a_digit || low == not_a_digit) return false;
  out = static_cast<std::byte>(high * 16 + low);
  return true;
}

inline char* write_hex(char* to, std::byte value) {
  constexpr std::string_view digits = "0123456789abcdef";
  *to++ = digits[std::to_integer<std::size_t>(value >> 4)];
  *to++ = digits[std::to_integer<std::size_t>(value & std::byte{15})];
  return to;
}

}  // namespace pgpipe::types::detail
