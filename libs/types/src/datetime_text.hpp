#pragma once

#include <cstdint>

#include "civil.hpp"
#include "text_cursor.hpp"

// Dates and times as text of DateStyle ISO (manual, "Date/Time Output"). Parsers return false for anything else, which
// includes every other DateStyle; formatters return where they stopped.
namespace pgpipe::types::detail {

inline constexpr std::int64_t microseconds_of_second = 1'000'000;
inline constexpr std::int64_t microseconds_of_minute = 60 * microseconds_of_second;
inline constexpr std::int64_t microseconds_of_hour = 60 * microseconds_of_minute;
inline constexpr std::int64_t microseconds_of_day = 24 * microseconds_of_hour;

constexpr std::uint64_t magnitude_of(std::int64_t number) {
  return number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
}

// "2026-01-31"; " BC" stands at the end of the whole text, so it is for take_era() to read.
bool take_date(text_cursor& text, civil_day& out);
// " BC", where it stands, turns the year that take_date() read.
bool take_era(text_cursor& text, civil_day& date);
// "12:34:56.789" up to "24:00:00", as microseconds.
bool take_time(text_cursor& text, std::int64_t& out);
// "+05:30", "-00:00:08": seconds east of Greenwich, less than sixteen hours.
bool take_offset(text_cursor& text, std::int64_t& out);

// At most 7 + 6 and 3 characters.
char* write_date(char* to, const civil_day& date);
char* write_era(char* to, const civil_day& date);
// Of any number of hours; at most 10 + 13 characters.
char* write_time(char* to, std::uint64_t microseconds);
// At most 9 characters.
char* write_offset(char* to, std::int64_t seconds_east);
char* write_text(char* to, std::string_view text);

}  // namespace pgpipe::types::detail
