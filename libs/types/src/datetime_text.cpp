#include "datetime_text.hpp"

#include <charconv>
#include <cstring>

namespace pgpipe::types::detail {
namespace {

// The server takes offsets up to here.
constexpr std::int64_t offset_limit = std::int64_t{16} * 3600;

char* write_number(char* to, std::int64_t number, std::ptrdiff_t least_digits) {
  constexpr std::ptrdiff_t longest = 20;
  char digits[longest];
  const std::ptrdiff_t count = std::to_chars(digits, digits + longest, number).ptr - digits;
  for (std::ptrdiff_t i = count; i < least_digits; ++i) *to++ = '0';
  std::memcpy(to, digits, static_cast<std::size_t>(count));
  return to + count;
}

}  // namespace

bool take_date(text_cursor& text, civil_day& out) {
  std::int64_t month = 0;
  std::int64_t day = 0;
  const bool taken = text.number(4, 7, out.year) && text.take('-') && text.number(2, 2, month) && text.take('-') &&
                     text.number(2, 2, day);
  out.month = static_cast<int>(month);
  out.day = static_cast<int>(day);
  return taken && out.year != 0;
}

bool take_era(text_cursor& text, civil_day& date) {
  if (text.take(" BC")) date.year = 1 - date.year;
  return exists(date);
}

bool take_time(text_cursor& text, std::int64_t& out) {
  std::int64_t hours = 0;
  std::int64_t minutes = 0;
  std::int64_t seconds = 0;
  std::int64_t fraction = 0;
  if (!text.number(2, 2, hours) || !text.take(':') || !text.number(2, 2, minutes) || !text.take(':') ||
      !text.number(2, 2, seconds)) {
    return false;
  }
  if (text.take('.') && !text.millionths(fraction)) return false;
  out = hours * microseconds_of_hour + minutes * microseconds_of_minute + seconds * microseconds_of_second + fraction;
  return minutes < 60 && seconds < 60 && out <= microseconds_of_day;
}

bool take_offset(text_cursor& text, std::int64_t& out) {
  const bool west = text.peek() == '-';
  std::int64_t hours = 0;
  std::int64_t minutes = 0;
  std::int64_t seconds = 0;
  if ((!text.take('-') && !text.take('+')) || !text.number(2, 2, hours)) return false;
  if (text.take(':') && !text.number(2, 2, minutes)) return false;
  if (text.take(':') && !text.number(2, 2, seconds)) return false;
  out = hours * 3600 + minutes * 60 + seconds;
  if (minutes >= 60 || seconds >= 60 || out >= offset_limit) return false;
  if (west) out = -out;
  return true;
}

char* write_date(char* to, const civil_day& date) {
  to = write_number(to, date.year > 0 ? date.year : 1 - date.year, 4);
  *to++ = '-';
  to = write_number(to, date.month, 2);
  *to++ = '-';
  return write_number(to, date.day, 2);
}

char* write_era(char* to, const civil_day& date) { return date.year > 0 ? to : write_text(to, " BC"); }

char* write_time(char* to, std::uint64_t microseconds) {
  const auto whole = static_cast<std::int64_t>(microseconds / microseconds_of_second);
  const auto fraction = static_cast<std::int64_t>(microseconds % microseconds_of_second);
  to = write_number(to, whole / 3600, 2);
  *to++ = ':';
  to = write_number(to, whole / 60 % 60, 2);
  *to++ = ':';
  to = write_number(to, whole % 60, 2);
  if (fraction == 0) return to;
  *to++ = '.';
  return write_number(to, fraction, 6);
}

char* write_offset(char* to, std::int64_t seconds_east) {
  *to++ = seconds_east < 0 ? '-' : '+';
  if (seconds_east < 0) seconds_east = -seconds_east;
  to = write_number(to, seconds_east / 3600, 2);
  *to++ = ':';
  to = write_number(to, seconds_east / 60 % 60, 2);
  if (seconds_east % 60 != 0) {
    *to++ = ':';
    to = write_number(to, seconds_east % 60, 2);
  }
  return to;
}

char* write_text(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

}  // namespace pgpipe::types::detail
