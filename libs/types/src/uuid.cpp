#include <algorithm>

#include <pgpipe/types/uuid.hpp>

#include "hex.hpp"

namespace pgpipe::types {
namespace {

constexpr std::size_t text_size = 36;

constexpr bool has_hyphen_before(std::size_t byte) { return byte == 4 || byte == 6 || byte == 8 || byte == 10; }

}  // namespace

result<uuid> uuid::parse(std::string_view text) {
  uuid value;
  if (!uuid_form::read_text(text, value)) return fail(error_category::usage, "no UUID", retry_safety::safe);
  return value;
}

std::string uuid::to_string() const {
  std::string text(text_size, '\0');
  uuid_form::write_text(text.data(), *this);
  return text;
}

std::size_t uuid_form::write_text(char* to, const uuid& value) {
  for (std::size_t i = 0; i != value.bytes.size(); ++i) {
    if (has_hyphen_before(i)) *to++ = '-';
    to = detail::write_hex(to, value.bytes[i]);
  }
  return text_size;
}

std::size_t uuid_form::write_binary(std::byte* to, const uuid& value) {
  std::copy(value.bytes.begin(), value.bytes.end(), to);
  return value.bytes.size();
}

bool uuid_form::read_text(std::string_view text, uuid& out) {
  if (text.size() != text_size) return false;
  for (std::size_t i = 0; i != out.bytes.size(); ++i) {
    if (has_hyphen_before(i)) {
      if (text.front() != '-') return false;
      text.remove_prefix(1);
    }
    if (!detail::hex_byte(text, out.bytes[i])) return false;
    text.remove_prefix(2);
  }
  return true;
}

bool uuid_form::read_binary(field_view value, uuid& out) {
  if (value.size != out.bytes.size()) return false;
  std::copy(value.data, value.data + value.size, out.bytes.begin());
  return true;
}

}  // namespace pgpipe::types
