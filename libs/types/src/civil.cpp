#include "civil.hpp"

#include <array>

namespace pgpipe::types::detail {
namespace {

// The calendar repeats every 400 years.
constexpr std::int64_t days_of_era = 146097;
constexpr std::int64_t years_of_era = 400;

constexpr std::array<int, 12> days_before_month = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

// With the years counted from the beginning of an era, whose first year is a leap year as 2000 was.
constexpr bool is_leap(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

constexpr int days_before(int month, bool leap) {
  return days_before_month[static_cast<std::size_t>(month - 1)] + (leap && month > 2 ? 1 : 0);
}

constexpr int days_of_month(int month, bool leap) {
  return (month == 12 ? 365 + (leap ? 1 : 0) : days_before(month + 1, leap)) - days_before(month, leap);
}

// Of the years of an era before this one.
constexpr std::int64_t days_before_year(std::int64_t year) {
  return 365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
}

}  // namespace

bool exists(const civil_day& date) {
  if (date.month < 1 || date.month > 12 || date.day < 1) return false;
  const std::int64_t year = date.year - floor_divide(date.year, years_of_era) * years_of_era;
  return date.day <= days_of_month(date.month, is_leap(year));
}

std::int64_t days_from(const civil_day& date) {
  const std::int64_t era = floor_divide(date.year - 2000, years_of_era);
  const std::int64_t year = date.year - 2000 - era * years_of_era;
  return era * days_of_era + days_before_year(year) + days_before(date.month, is_leap(year)) + date.day - 1;
}

civil_day civil_from(std::int64_t days) {
  const std::int64_t era = floor_divide(days, days_of_era);
  const std::int64_t day_of_era = days - era * days_of_era;
  std::int64_t year = day_of_era / 366;  // too early by one at most, because an era has 97 leap days
  while (days_before_year(year + 1) <= day_of_era) ++year;
  const auto day_of_year = static_cast<int>(day_of_era - days_before_year(year));
  const bool leap = is_leap(year);
  int month = day_of_year / 32 + 1;  // too early by one at most
  while (month != 12 && days_before(month + 1, leap) <= day_of_year) ++month;
  return {2000 + era * years_of_era + year, month, day_of_year - days_before(month, leap) + 1};
}

}  // namespace pgpipe::types::detail
