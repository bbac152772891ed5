#include "bench/text_value.hpp"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "bench/characters.hpp"

namespace pgpipe::app::bench {
namespace {

bool starts(std::string_view word, std::string_view beginning) {
  return beginning.size() <= word.size() && equals_ignoring_case(word.substr(0, beginning.size()), beginning);
}

bool all_digits(std::string_view text) {
  for (const char c : text) {
    if (!is_digit(c)) return false;
  }
  return !text.empty();
}

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
  return text;
}

std::optional<value> parse_integer(std::string_view text) {
  if (text.front() == '+') text.remove_prefix(1);
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc()) return std::nullopt;
  return value::make(number);
}

std::optional<value> parse_double(const std::string& text) {
  errno = 0;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (errno != 0 || end == text.c_str() || end != text.c_str() + text.size()) return std::nullopt;
  return value::make(number);
}

}  // namespace

std::optional<value> parse_value(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (equals_ignoring_case(text, "null")) return value::make_null();
  if (starts("true", text) || starts("yes", text) || equals_ignoring_case(text, "on")) return value::make(true);
  if (starts("false", text) || starts("no", text) || equals_ignoring_case(text, "off") ||
      equals_ignoring_case(text, "of")) {
    return value::make(false);
  }
  const std::string_view trimmed = trim(text);
  if (all_digits(without_sign(trimmed))) return parse_integer(trimmed);
  return parse_double(text);
}

}  // namespace pgpipe::app::bench
