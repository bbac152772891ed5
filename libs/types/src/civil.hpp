#pragma once

#include <cstdint>

namespace pgpipe::types::detail {

// Rounds down, not towards zero, for a positive b.
constexpr std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// A day of the proleptic Gregorian calendar, of any year: 0 is 1 BC. std::chrono's own year ends at 32767.
struct civil_day {
  std::int64_t year = 0;
  int month = 1;
  int day = 1;
};

[[nodiscard]] bool exists(const civil_day& date);

// Days since 2000-01-01, from where the server counts, and back.
[[nodiscard]] std::int64_t days_from(const civil_day& date);
[[nodiscard]] civil_day civil_from(std::int64_t days);

}  // namespace pgpipe::types::detail
