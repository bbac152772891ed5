#include <pgpipe/types/bytea.hpp>

#include "hex.hpp"

namespace pgpipe::types {
namespace {

using detail::not_a_digit;

bool parse_hex(std::string_view digits, std::vector<std::byte>& out) {
  if (digits.size() % 2 != 0) return false;
  out.reserve(digits.size() / 2);
  for (; !digits.empty(); digits.remove_prefix(2)) {
    std::byte value{};
    if (!detail::hex_byte(digits, value)) return false;
    out.push_back(value);
  }
  return true;
}

// The byte of three octal digits, or not_a_digit.
int octal_byte(std::string_view digits) {
  int value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '7') return not_a_digit;
    value = 8 * value + (c - '0');
  }
  return value <= 0xff ? value : not_a_digit;
}

// A backslash is doubled, other bytes stand for themselves or as a backslash and three octal digits.
bool parse_escape(std::string_view text, std::vector<std::byte>& out) {
  out.reserve(text.size());
  while (!text.empty()) {
    if (text[0] != '\\') {
      out.push_back(static_cast<std::byte>(text[0]));
      text.remove_prefix(1);
    } else if (text.size() >= 2 && text[1] == '\\') {
      out.push_back(std::byte{'\\'});
      text.remove_prefix(2);
    } else {
      const int value = text.size() >= 4 ? octal_byte(text.substr(1, 3)) : not_a_digit;
      if (value == not_a_digit) return false;
      out.push_back(static_cast<std::byte>(value));
      text.remove_prefix(4);
    }
  }
  return true;
}

}  // namespace

bool detail::parse_bytea(std::string_view text, std::vector<std::byte>& out) {
  out.clear();
  return text.starts_with("\\x") ? parse_hex(text.substr(2), out) : parse_escape(text, out);
}

void detail::format_hex(std::span<const std::byte> bytes, std::byte* to) {
  char* at = reinterpret_cast<char*>(to);
  for (const std::byte each : bytes) at = write_hex(at, each);
}

result<std::vector<std::byte>> codec<std::vector<std::byte>>::decode(field_view value, std::uint32_t stored,
                                                                     format as) {
  if (stored != oid::bytea) return fail(read_error(stored, as, name));
  if (as == format::binary) return std::vector<std::byte>(value.data, value.data + value.size);
  std::vector<std::byte> bytes;
  if (!detail::parse_bytea(value.text(), bytes)) return fail(malformed_error(stored, as));
  return bytes;
}

}  // namespace pgpipe::types
