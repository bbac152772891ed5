#include <charconv>

#include <pgpipe/types/binary_reader.hpp>
#include <pgpipe/types/interval.hpp>

#include "datetime_text.hpp"

namespace pgpipe::types {
namespace {

char* write_part(char* to, std::int32_t number, std::string_view unit) {
  if (number == 0) return to;
  constexpr std::ptrdiff_t longest = 11;  // -2147483648
  if (number > 0) *to++ = '+';
  to = std::to_chars(to, to + longest, number).ptr;
  return detail::write_text(to, unit);
}

}  // namespace

// Every part with its sign: where one has none, IntervalStyle decides whose sign it takes.
std::size_t interval_form::write_text(char* to, const interval& value) {
  char* at = to;
  if (!value.is_finite()) {
    at = detail::write_text(at, value == interval::infinity() ? "infinity" : "-infinity");
  } else {
    at = write_part(at, value.months, " mons ");
    at = write_part(at, value.days, " days ");
    *at++ = value.microseconds < 0 ? '-' : '+';
    at = detail::write_time(at, detail::magnitude_of(value.microseconds));
  }
  return static_cast<std::size_t>(at - to);
}

std::size_t interval_form::write_binary(std::byte* to, const interval& value) {
  store_big_endian(to, value.microseconds);
  store_big_endian(to + 8, value.days);
  store_big_endian(to + 12, value.months);
  return 16;
}

bool interval_form::read_binary(field_view value, interval& out) {
  binary_reader in(value);
  out.microseconds = in.integer<std::int64_t>();
  out.days = in.integer<std::int32_t>();
  out.months = in.integer<std::int32_t>();
  return in.complete();
}

}  // namespace pgpipe::types
