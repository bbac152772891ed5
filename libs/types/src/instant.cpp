#include <pgpipe/types/binary_reader.hpp>
#include <pgpipe/types/instant.hpp>

#include "datetime_text.hpp"

namespace pgpipe::types::detail {
namespace {

// The server's limits: Julian day 0, and the last days of the years 5874897 and 294276.
constexpr std::int64_t first_day = -2451545;
constexpr std::int64_t end_of_dates = 2145031949;
constexpr std::int64_t end_of_timestamps = 106751983;

// date counts in 32 bits and has its infinities there.
constexpr std::int32_t date_infinity = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t date_minus_infinity = std::numeric_limits<std::int32_t>::min();

constexpr std::string_view infinity_text = "infinity";
constexpr std::string_view minus_infinity_text = "-infinity";

bool read_date(text_cursor& text, std::int64_t& out) {
  civil_day date;
  if (!take_date(text, date) || !take_era(text, date)) return false;
  out = days_from(date);
  return true;
}

bool read_timestamp(text_cursor& text, bool has_zone, std::int64_t& out) {
  civil_day date;
  std::int64_t time = 0;
  std::int64_t offset = 0;
  if (!take_date(text, date) || !text.take(' ') || !take_time(text, time)) return false;
  if (has_zone && !take_offset(text, offset)) return false;
  if (!take_era(text, date)) return false;
  // A day of seven digits' years times the microseconds of a day still fits where the server's range does.
  return !__builtin_mul_overflow(days_from(date), microseconds_of_day, &out) &&
         !__builtin_add_overflow(out, time - offset * microseconds_of_second, &out);
}

bool read_text(std::uint32_t type, std::string_view value, std::int64_t& out) {
  if (value == infinity_text || value == minus_infinity_text) {
    out = value == infinity_text ? infinite_future : infinite_past;
    return true;
  }
  text_cursor text(value);
  const bool taken = type == oid::date ? read_date(text, out) : read_timestamp(text, type == oid::timestamptz, out);
  return taken && text.done() && !is_infinite(out) && has_instant(type, out);
}

bool read_binary(std::uint32_t type, field_view value, std::int64_t& out) {
  binary_reader in(value);
  if (type == oid::date) {
    out = in.integer<std::int32_t>();
    if (out == date_infinity) out = infinite_future;
    if (out == date_minus_infinity) out = infinite_past;
  } else {
    out = in.integer<std::int64_t>();
  }
  return in.complete() && has_instant(type, out);
}

}  // namespace

bool has_instant(std::uint32_t type, std::int64_t ticks) {
  if (is_infinite(ticks)) return true;
  if (type == oid::date) return ticks >= first_day && ticks < end_of_dates;
  return ticks >= first_day * microseconds_of_day && ticks < end_of_timestamps * microseconds_of_day;
}

result<std::int64_t> read_instant(std::uint32_t type, field_view value, format as) {
  std::int64_t ticks = 0;
  if (as == format::binary) {
    if (!read_binary(type, value, ticks)) return fail(malformed_error(type, as));
  } else if (!read_text(type, value.text(), ticks)) {
    return fail(style_error(type, "DateStyle", "ISO"));
  }
  return ticks;
}

std::size_t write_instant(std::uint32_t type, std::byte* to, std::int64_t ticks, format as) {
  if (as == format::binary && type == oid::date) {
    auto days = static_cast<std::int32_t>(ticks);
    if (ticks == infinite_future) days = date_infinity;
    if (ticks == infinite_past) days = date_minus_infinity;
    store_big_endian(to, days);
    return sizeof days;
  }
  if (as == format::binary) {
    store_big_endian(to, ticks);
    return sizeof ticks;
  }
  char* begin = reinterpret_cast<char*>(to);
  char* at = begin;
  if (is_infinite(ticks)) {
    at = write_text(at, ticks == infinite_future ? infinity_text : minus_infinity_text);
  } else if (type == oid::date) {
    const civil_day date = civil_from(ticks);
    at = write_era(write_date(at, date), date);
  } else {
    const std::int64_t days = floor_divide(ticks, microseconds_of_day);
    const civil_day date = civil_from(days);
    at = write_text(write_date(at, date), " ");
    at = write_time(at, magnitude_of(ticks - days * microseconds_of_day));
    if (type == oid::timestamptz) at = write_text(at, "+00");
    at = write_era(at, date);
  }
  return static_cast<std::size_t>(at - begin);
}

error infinite_error(std::uint32_t type, std::string_view target) {
  return range_error(type, target).add_context("an infinite value, for which or_infinity has a place");
}

}  // namespace pgpipe::types::detail
