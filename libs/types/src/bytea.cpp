#include <pgpipe/types/bytea.hpp>

namespace pgpipe::types {
namespace {

constexpr int not_a_digit = -1;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return not_a_digit;
}

bool parse_hex(std::string_view digits, std::vector<std::byte>& out) {
  if (digits.size() % 2 != 0) return false;
  out.reserve(digits.size() / 2);
  for (std::size_t i = 0; i != digits.size(); i += 2) {
    const int high = hex_digit(digits[i]);
    const int low = hex_digit(digits[i + 1]);
    if (high == not_a_digit || low == not_a_digit) return false;
    out.push_back(static_cast<std::byte>(high * 16 + low));
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
  constexpr std::string_view digits = "0123456789abcdef";
  for (const std::byte each : bytes) {
    *to++ = static_cast<std::byte>(digits[std::to_integer<std::size_t>(each >> 4)]);
    *to++ = static_cast<std::byte>(digits[std::to_integer<std::size_t>(each & std::byte{15})]);
  }
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
