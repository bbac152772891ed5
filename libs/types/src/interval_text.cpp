#include <utility>

#include <pgpipe/types/interval.hpp>

#include "datetime_text.hpp"

// interval's text in the four styles (manual, "Interval Output"):
//   postgres          1 year 2 mons -3 days +04:05:06.7
//   postgres_verbose  @ 1 year 2 mons -3 days 4 hours 5 mins 6.7 secs ago
//   sql_standard      +1-2 -3 +4:05:06.7
//   iso_8601          P1Y2M-3DT4H5M6.7S
namespace pgpipe::types {
namespace {

using detail::text_cursor;

// A number as it stands, before its unit is known.
struct signed_number {
  bool has_sign = false;
  bool negative = false;
  std::int64_t whole = 0;
  std::int64_t millionths = 0;
};

bool take_sign(text_cursor& text, signed_number& out) {
  out.negative = text.take('-');
  out.has_sign = out.negative || text.take('+');
  return out.has_sign;
}

bool take_number(text_cursor& text, signed_number& out) {
  take_sign(text, out);
  if (!text.number(1, 18, out.whole)) return false;
  return !text.take('.') || text.millionths(out.millionths);
}

// Sums up parts in 64 bits and remembers whether all of them fitted.
class interval_sum {
 public:
  void add_months(std::int64_t number, std::int64_t unit, bool negative) { add(months_, number, unit, negative); }
  void add_days(std::int64_t number, bool negative) { add(days_, number, 1, negative); }
  void add_time(std::int64_t number, std::int64_t unit, bool negative) { add(microseconds_, number, unit, negative); }
  void add_seconds(const signed_number& number, bool negative) {
    add_time(number.whole, detail::microseconds_of_second, negative);
    add_time(number.millionths, 1, negative);
  }

  void negate() {
    ok_ = ok_ && !__builtin_sub_overflow(std::int64_t{0}, microseconds_, &microseconds_);
    months_ = -months_;
    days_ = -days_;
  }

  [[nodiscard]] bool finish(interval& out) const {
    out = {static_cast<std::int32_t>(months_), static_cast<std::int32_t>(days_), microseconds_};
    return ok_ && std::in_range<std::int32_t>(months_) && std::in_range<std::int32_t>(days_);
  }

 private:
  void add(std::int64_t& to, std::int64_t number, std::int64_t unit, bool negative) {
    std::int64_t product = 0;
    ok_ = ok_ && !__builtin_mul_overflow(negative ? -number : number, unit, &product) &&
          !__builtin_add_overflow(to, product, &to);
  }

  std::int64_t months_ = 0;
  std::int64_t days_ = 0;
  std::int64_t microseconds_ = 0;
  bool ok_ = true;
};

// What follows "4" in "4:05:06.7".
bool take_clock(text_cursor& text, std::int64_t hours, bool negative, interval_sum& sum) {
  std::int64_t minutes = 0;
  std::int64_t seconds = 0;
  std::int64_t fraction = 0;
  if (!text.take(':') || !text.number(2, 2, minutes) || minutes >= 60) return false;
  if (!text.take(':') || !text.number(2, 2, seconds) || seconds >= 60) return false;
  if (text.take('.') && !text.millionths(fraction)) return false;
  sum.add_time(hours, detail::microseconds_of_hour, negative);
  sum.add_time(minutes, detail::microseconds_of_minute, negative);
  sum.add_time(seconds, detail::microseconds_of_second, negative);
  sum.add_time(fraction, 1, negative);
  return true;
}

bool add_unit(std::string_view unit, const signed_number& number, interval_sum& sum) {
  if (unit.ends_with('s')) unit.remove_suffix(1);
  if (unit == "sec") return sum.add_seconds(number, number.negative), true;
  if (number.millionths != 0) return false;
  if (unit == "year") return sum.add_months(number.whole, 12, number.negative), true;
  if (unit == "mon") return sum.add_months(number.whole, 1, number.negative), true;
  if (unit == "day") return sum.add_days(number.whole, number.negative), true;
  if (unit == "hour") return sum.add_time(number.whole, detail::microseconds_of_hour, number.negative), true;
  if (unit == "min") return sum.add_time(number.whole, detail::microseconds_of_minute, number.negative), true;
  return false;
}

// The three styles of parts between blanks. Where no part names its unit the style is sql_standard, and a minus in
// front is also that of the parts behind it that have no sign.
class spaced_reader {
 public:
  explicit spaced_reader(std::string_view text) : text_(text) {}

  bool read(interval& out) {
    text_.take("@ ");
    do {
      if (!read_part()) return false;
      if (text_.rest() == " ago") {
        sum_.negate();
        return sum_.finish(out);
      }
    } while (text_.take(' '));
    return text_.done() && sum_.finish(out);
  }

 private:
  bool read_part() {
    signed_number number;
    if (!take_number(text_, number)) return false;
    if (text_.peek() == ' ' && text_.rest().size() > 1 && is_letter(text_.rest()[1]) && text_.rest() != " ago") {
      text_.take(' ');
      has_units_ = true;
      return add_unit(text_.word(), number, sum_);
    }
    if (number.millionths != 0) return false;
    if (!number.has_sign && !has_units_) number.negative = inherits_minus_;
    inherits_minus_ = number.negative;
    if (text_.peek() == ':') return take_clock(text_, number.whole, number.negative, sum_);
    if (!text_.take('-')) return sum_.add_days(number.whole, number.negative), true;
    std::int64_t months = 0;
    if (!text_.number(1, 2, months) || months >= 12) return false;
    sum_.add_months(number.whole, 12, number.negative);
    sum_.add_months(months, 1, number.negative);
    return true;
  }

  static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

  text_cursor text_;
  interval_sum sum_;
  bool has_units_ = false;
  bool inherits_minus_ = false;
};

bool read_iso_8601(std::string_view value, interval& out) {
  text_cursor text(value);
  interval_sum sum;
  bool in_time = false;
  if (!text.take('P') || text.done()) return false;
  while (!text.done()) {
    if (!in_time && text.take('T')) {
      in_time = true;
      if (text.done()) return false;
    }
    signed_number number;
    if (!take_number(text, number)) return false;
    if (in_time && text.take('S')) {
      sum.add_seconds(number, number.negative);
    } else if (number.millionths != 0) {
      return false;
    } else if (!in_time && text.take('Y')) {
      sum.add_months(number.whole, 12, number.negative);
    } else if (!in_time && text.take('M')) {
      sum.add_months(number.whole, 1, number.negative);
    } else if (!in_time && text.take('D')) {
      sum.add_days(number.whole, number.negative);
    } else if (in_time && text.take('H')) {
      sum.add_time(number.whole, detail::microseconds_of_hour, number.negative);
    } else if (in_time && text.take('M')) {
      sum.add_time(number.whole, detail::microseconds_of_minute, number.negative);
    } else {
      return false;
    }
  }
  return sum.finish(out);
}

}  // namespace

bool interval_form::read_text(std::string_view text, interval& out) {
  if (text == "infinity" || text == "-infinity") {
    out = text.front() == '-' ? interval::minus_infinity() : interval::infinity();
    return true;
  }
  return text.starts_with('P') ? read_iso_8601(text, out) : spaced_reader(text).read(out);
}

}  // namespace pgpipe::types
