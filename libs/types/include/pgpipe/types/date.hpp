#pragma once

#include <chrono>

#include <pgpipe/types/instant.hpp>

namespace pgpipe::types::detail {

// date: from 4714-11-24 BC (proleptic Gregorian) to 5874897-12-31.
template <>
struct instant_form<std::chrono::sys_days> {
  static constexpr std::string_view name = "std::chrono::sys_days";
  static constexpr std::uint32_t type = oid::date;

  static std::optional<std::int64_t> to_ticks(std::chrono::sys_days value) {
    std::int64_t days = value.time_since_epoch().count();
    if (__builtin_sub_overflow(days, epoch_days, &days)) return std::nullopt;
    return days;
  }
  static std::optional<std::chrono::sys_days> from_ticks(std::int64_t days) {
    return std::chrono::sys_days(std::chrono::days(days + epoch_days));
  }
};

// date, within the years -32767 to 32767 of std::chrono::year.
template <>
struct instant_form<std::chrono::year_month_day> {
  static constexpr std::string_view name = "std::chrono::year_month_day";
  static constexpr std::uint32_t type = oid::date;

  static std::optional<std::int64_t> to_ticks(std::chrono::year_month_day value) {
    if (!value.ok()) return std::nullopt;
    return instant_form<std::chrono::sys_days>::to_ticks(value);
  }
  static std::optional<std::chrono::year_month_day> from_ticks(std::int64_t days) {
    using namespace std::chrono;
    constexpr sys_days first = year_month_day(year::min(), January, day(1));
    constexpr sys_days last = year_month_day(year::max(), December, day(31));
    const sys_days value{std::chrono::days(days + epoch_days)};
    if (value < first || value > last) return std::nullopt;
    return year_month_day(value);
  }
};

}  // namespace pgpipe::types::detail
