#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <pgpipe/types/numeric.hpp>

#include "numeric_groups.hpp"
#include "usage.hpp"

namespace pgpipe::types {
namespace {

constexpr std::uint16_t group_base = 10000;

}  // namespace

numeric::numeric(bool negative, std::uint64_t magnitude) : negative_(negative) {
  std::array<std::uint16_t, 5> reversed{};  // 2^64 has twenty digits
  std::size_t count = 0;
  for (; magnitude != 0; magnitude /= group_base)
    reversed[count++] = static_cast<std::uint16_t>(magnitude % group_base);
  weight_ = static_cast<std::int32_t>(count) - 1;
  groups_.assign(reversed.rend() - static_cast<std::ptrdiff_t>(count), reversed.rend());
  normalise();
}

numeric::numeric(double value) {
  if (std::isnan(value)) {
    kind_ = kind::not_a_number;
  } else if (std::isinf(value)) {
    kind_ = value < 0 ? kind::minus_infinity : kind::infinity;
  } else {
    std::array<char, 32> text{};  // -1.7976931348623157e+308 needs 24
    const char* end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    *this = *parse({text.data(), static_cast<std::size_t>(end - text.data())});
  }
}

// Drops groups of zeros at both ends; zero has neither groups nor a sign.
void numeric::normalise() {
  const auto is_zero = [](std::uint16_t group) { return group == 0; };
  const auto first = std::find_if_not(groups_.begin(), groups_.end(), is_zero);
  weight_ -= static_cast<std::int32_t>(first - groups_.begin());
  groups_.erase(groups_.begin(), first);
  while (!groups_.empty() && groups_.back() == 0) groups_.pop_back();
  if (groups_.empty()) {
    weight_ = 0;
    negative_ = false;
  }
}

// The group that counts as group * 10000^power.
std::uint16_t numeric::group(int power) const {
  const std::int32_t at = weight_ - power;
  return at < 0 || at >= static_cast<std::int32_t>(groups_.size()) ? std::uint16_t{0}
                                                                   : groups_[static_cast<std::size_t>(at)];
}

// Whether all digits that are not zero are among those shown.
bool numeric::fits_scale() const {
  const std::int32_t groups_behind = static_cast<std::int32_t>(groups_.size()) - weight_ - 1;
  if (groups_.empty() || groups_behind <= 0) return true;
  std::int32_t digits_behind = groups_behind * group_digits;
  for (std::uint16_t last = groups_.back(); last % 10 == 0; last /= 10) --digits_behind;
  return digits_behind <= scale_;
}

std::string numeric::to_string() const {
  std::string text(numeric_form::room(*this, format::text), '\0');
  text.resize(numeric_form::write_text(text.data(), *this));
  return text;
}

result<std::int64_t> numeric::to_int64() const {
  if (kind_ != kind::finite) return fail(usage("the numeric is not finite and has no value as int64"));
  if (static_cast<std::int32_t>(groups_.size()) > weight_ + 1 && !groups_.empty()) {
    return fail(usage("the numeric has a fraction and no value as int64"));
  }
  // Downwards from zero, because there is one negative number more.
  std::int64_t number = 0;
  for (std::int32_t power = weight_; power >= 0; --power) {
    if (__builtin_mul_overflow(number, std::int64_t{group_base}, &number) ||
        __builtin_sub_overflow(number, std::int64_t{group(power)}, &number)) {
      return fail(usage("the numeric is out of int64's range"));
    }
  }
  if (!negative_ && __builtin_sub_overflow(std::int64_t{0}, number, &number)) {
    return fail(usage("the numeric is out of int64's range"));
  }
  return number;
}

result<double> numeric::to_double() const {
  // from_chars reads the names of what is not finite as well.
  const std::string text = to_string();
  double number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc()) {
    return fail(usage("the numeric is out of double's range"));
  }
  return number;
}

std::weak_ordering operator<=>(const numeric& a, const numeric& b) {
  if (a.kind_ != b.kind_) return a.kind_ <=> b.kind_;
  if (a.kind_ != numeric::kind::finite) return std::weak_ordering::equivalent;
  const auto sign = [](const numeric& each) { return each.groups_.empty() ? 0 : (each.negative_ ? -1 : 1); };
  if (sign(a) != sign(b)) return sign(a) <=> sign(b);
  const numeric& larger = a.negative_ ? b : a;
  const numeric& smaller = a.negative_ ? a : b;
  if (a.weight_ != b.weight_) return larger.weight_ <=> smaller.weight_;
  return larger.groups_ <=> smaller.groups_;
}

}  // namespace pgpipe::types
