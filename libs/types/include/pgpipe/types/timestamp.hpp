#pragma once

#include <chrono>
#include <ratio>
#include <utility>

#include <pgpipe/types/instant.hpp>

namespace pgpipe::types::detail {

// A duration that microseconds hold exactly; so a point of time in nanoseconds, such as system_clock::now(), goes
// through std::chrono::floor<std::chrono::microseconds>() first. Days make a date, not a timestamp.
template <typename Duration>
concept timestamp_duration =
    std::integral<typename Duration::rep> && std::ratio_divide<typename Duration::period, std::micro>::den == 1 &&
    std::ratio_less_v<typename Duration::period, std::ratio<86400>>;

template <typename Clock, typename Duration>
struct timestamp_form {
  using point = std::chrono::time_point<Clock, Duration>;
  static constexpr std::int64_t unit = std::ratio_divide<typename Duration::period, std::micro>::num;
  static constexpr std::int64_t epoch = epoch_microseconds / unit;

  static std::optional<std::int64_t> to_ticks(point value) {
    std::int64_t ticks = 0;
    if (__builtin_sub_overflow(value.time_since_epoch().count(), epoch, &ticks)) return std::nullopt;
    if (__builtin_mul_overflow(ticks, unit, &ticks)) return std::nullopt;
    return ticks;
  }
  // Nothing also where the value has a fraction of the unit.
  static std::optional<point> from_ticks(std::int64_t ticks) {
    std::int64_t count = ticks / unit;
    if (ticks % unit != 0 || __builtin_add_overflow(count, epoch, &count)) return std::nullopt;
    if (!std::in_range<typename Duration::rep>(count)) return std::nullopt;
    return point(Duration(static_cast<typename Duration::rep>(count)));
  }
};

// timestamptz: from 4714-11-24 BC (proleptic Gregorian); in microseconds up to 294247-01-10, where 64 bits end when
// counted from 1970: the server's last thirty years are out of range.
template <timestamp_duration Duration>
struct instant_form<std::chrono::sys_time<Duration>> : timestamp_form<std::chrono::system_clock, Duration> {
  static constexpr std::string_view name = "std::chrono::sys_time";
  static constexpr std::uint32_t type = oid::timestamptz;
};

// timestamp, which has no zone: what a clock on some wall shows.
template <timestamp_duration Duration>
struct instant_form<std::chrono::local_time<Duration>> : timestamp_form<std::chrono::local_t, Duration> {
  static constexpr std::string_view name = "std::chrono::local_time";
  static constexpr std::uint32_t type = oid::timestamp;
};

}  // namespace pgpipe::types::detail
