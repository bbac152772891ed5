#include <pgpipe/types/binary_reader.hpp>
#include <pgpipe/types/time.hpp>

#include "datetime_text.hpp"

namespace pgpipe::types {
namespace {

constexpr std::int64_t offset_limit = std::int64_t{16} * 3600;

bool is_time_of_day(std::int64_t microseconds) {
  return microseconds >= 0 && microseconds <= detail::microseconds_of_day;
}

}  // namespace

bool timetz_form::can_send(const timetz& value) {
  const std::int64_t offset = value.utc_offset.count();
  return is_time_of_day(value.since_midnight.count()) && offset > -offset_limit && offset < offset_limit;
}

std::size_t timetz_form::write_text(char* to, const timetz& value) {
  char* at = detail::write_time(to, detail::magnitude_of(value.since_midnight.count()));
  return static_cast<std::size_t>(detail::write_offset(at, value.utc_offset.count()) - to);
}

// On the wire west is positive.
std::size_t timetz_form::write_binary(std::byte* to, const timetz& value) {
  store_big_endian(to, std::int64_t{value.since_midnight.count()});
  store_big_endian(to + 8, static_cast<std::int32_t>(-value.utc_offset.count()));
  return 12;
}

bool timetz_form::read_text(std::string_view value, timetz& out) {
  detail::text_cursor text(value);
  std::int64_t time = 0;
  std::int64_t offset = 0;
  if (!detail::take_time(text, time) || !detail::take_offset(text, offset) || !text.done()) return false;
  out = {std::chrono::microseconds(time), std::chrono::seconds(offset)};
  return true;
}

bool timetz_form::read_binary(field_view value, timetz& out) {
  binary_reader in(value);
  out.since_midnight = std::chrono::microseconds(in.integer<std::int64_t>());
  out.utc_offset = -std::chrono::seconds(in.integer<std::int32_t>());
  return in.complete() && can_send(out);
}

result<std::int64_t> detail::read_microseconds(std::uint32_t type, field_view value, format as,
                                               std::string_view target) {
  std::int64_t microseconds = 0;
  if (type == oid::time && as == format::binary) {
    binary_reader in(value);
    microseconds = in.integer<std::int64_t>();
    if (!in.complete() || !is_time_of_day(microseconds)) return fail(malformed_error(type, as));
    return microseconds;
  }
  if (type == oid::time) {
    text_cursor text(value.text());
    if (!take_time(text, microseconds) || !text.done()) return fail(malformed_error(type, as));
    return microseconds;
  }
  if (type != oid::interval && type != 0) return fail(read_error(type, as, target));
  // Inside a value of a type that only the server knows the text is of one or the other, and reads the same.
  const result<interval> span = codec<interval>::decode(value, oid::interval, as);
  if (!span) return fail(span.error());
  if (span->months != 0 || span->days != 0) return fail(range_error(oid::interval, target));
  return span->microseconds;
}

std::optional<std::size_t> detail::write_microseconds(std::uint32_t type, std::byte* to, std::int64_t value,
                                                      format as) {
  if (type == oid::time && !is_time_of_day(value)) return std::nullopt;
  if (as == format::text) {
    char* begin = reinterpret_cast<char*>(to);
    char* at = begin;
    if (value < 0) *at++ = '-';
    return static_cast<std::size_t>(write_time(at, magnitude_of(value)) - begin);
  }
  if (type == oid::interval) return interval_form::write_binary(to, {0, 0, value});
  store_big_endian(to, value);
  return sizeof value;
}

}  // namespace pgpipe::types
