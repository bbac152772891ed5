#include <algorithm>
#include <charconv>
#include <cstring>

#include <pgpipe/types/numeric.hpp>

#include "numeric_groups.hpp"

// numeric's text: what the server writes, and what people write.
namespace pgpipe::types {
namespace {

// A decimal number cut into its parts: digits before and behind the point, and the exponent.
struct decimal {
  bool negative = false;
  std::string_view before;
  std::string_view behind;
  int exponent = 0;
};

std::string_view take_digits(std::string_view& text) {
  const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

bool parse_exponent(std::string_view text, int& out) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), out);
  return failure == std::errc() && stop == text.data() + text.size();
}

bool parse_decimal(std::string_view text, decimal& out) {
  out.negative = take(text, '-');
  if (!out.negative) take(text, '+');
  out.before = take_digits(text);
  if (take(text, '.')) out.behind = take_digits(text);
  if (out.before.empty() && out.behind.empty()) return false;
  if (text.empty()) return true;
  if (!take(text, 'e') && !take(text, 'E')) return false;
  return parse_exponent(text, out.exponent);
}

// The i-th digit of those before and those behind the point; zeros stand beyond both ends.
int digit(const decimal& number, std::int64_t i) {
  const auto before = static_cast<std::int64_t>(number.before.size());
  const auto all = before + static_cast<std::int64_t>(number.behind.size());
  if (i < 0 || i >= all) return 0;
  return (i < before ? number.before[static_cast<std::size_t>(i)]
                     : number.behind[static_cast<std::size_t>(i - before)]) -
         '0';
}

std::int64_t first_nonzero(const decimal& number) {
  const std::size_t before = number.before.find_first_not_of('0');
  if (before != std::string_view::npos) return static_cast<std::int64_t>(before);
  return static_cast<std::int64_t>(number.before.size() +
                                   std::min(number.behind.find_first_not_of('0'), number.behind.size()));
}

// The power of 10000 of the group that holds the digit standing `place` digits before the decimal point (1: the ones).
std::int64_t group_of(std::int64_t place) {
  return place > 0 ? (place - 1) / group_digits : (place - 4) / group_digits;
}

std::string_view special_name(const numeric& value) {
  if (value.is_nan()) return "NaN";
  return value.is_negative() ? "-Infinity" : "Infinity";
}

char* write_group(char* to, std::uint16_t group) {
  to[0] = static_cast<char>('0' + group / 1000);
  to[1] = static_cast<char>('0' + group / 100 % 10);
  to[2] = static_cast<char>('0' + group / 10 % 10);
  to[3] = static_cast<char>('0' + group % 10);
  return to + group_digits;
}

}  // namespace

result<numeric> numeric::parse(std::string_view text) {
  if (text == "NaN") return not_a_number();
  if (text == "Infinity") return infinity();
  if (text == "-Infinity") return minus_infinity();
  decimal number;
  if (!parse_decimal(text, number)) return fail(error_category::usage, "no decimal number", retry_safety::safe);

  const auto digits = static_cast<std::int64_t>(number.before.size() + number.behind.size());
  const std::int64_t first = first_nonzero(number);
  // How many digits stand before the decimal point, the first being the first that is not zero.
  const std::int64_t places = static_cast<std::int64_t>(number.before.size()) + number.exponent - first;
  const std::int64_t scale =
      std::max<std::int64_t>(0, static_cast<std::int64_t>(number.behind.size()) - number.exponent);
  if (scale > greatest_scale || (first != digits && places > greatest_digits_before)) {
    return fail(error_category::usage, "the decimal number is outside numeric's limits", retry_safety::safe);
  }
  numeric value;
  value.scale_ = static_cast<std::uint16_t>(scale);
  if (first == digits) return value;
  value.negative_ = number.negative;
  value.weight_ = static_cast<std::int32_t>(group_of(places));
  // Groups begin at places that are multiples of four: up to three zeros stand before the first digit.
  for (std::int64_t i = first - ((value.weight_ + 1) * group_digits - places); i < digits; i += group_digits) {
    const int group =
        1000 * digit(number, i) + 100 * digit(number, i + 1) + 10 * digit(number, i + 2) + digit(number, i + 3);
    value.groups_.push_back(static_cast<std::uint16_t>(group));
  }
  value.normalise();
  return value;
}

std::size_t numeric_form::room(const numeric& value, format as) {
  if (as == format::binary) return 8 + 2 * value.groups_.size();
  const std::int32_t groups_before = std::max(0, value.weight_) + 1;
  // Sign, point, and the rest of the last group, which is written whole before it is cut.
  return static_cast<std::size_t>(groups_before) * group_digits + value.scale_ + 2 + group_digits;
}

std::size_t numeric_form::write_text(char* to, const numeric& value) {
  char* at = to;
  if (!value.is_finite()) {
    const std::string_view special = special_name(value);
    std::memcpy(to, special.data(), special.size());
    return special.size();
  }
  if (value.negative_) *at++ = '-';
  const std::int32_t highest = std::max(0, value.weight_);
  at = std::to_chars(at, at + group_digits, value.group(highest)).ptr;
  for (std::int32_t power = highest - 1; power >= 0; --power) at = write_group(at, value.group(power));
  if (value.scale_ != 0) {
    *at++ = '.';
    char* end = at + value.scale_;
    for (std::int32_t power = -1; at < end; --power) at = write_group(at, value.group(power));
    at = end;
  }
  return static_cast<std::size_t>(at - to);
}

bool numeric_form::read_text(std::string_view text, numeric& out) {
  result<numeric> value = numeric::parse(text);
  if (!value) return false;
  out = *std::move(value);
  return true;
}

}  // namespace pgpipe::types
