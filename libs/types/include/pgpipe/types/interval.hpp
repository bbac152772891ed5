#pragma once

#include <cstdint>
#include <limits>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>
#include <pgpipe/types/scalar_codec.hpp>

namespace pgpipe::types {

// A span of time whose three parts cannot be converted into each other without a date: a month has 28 to 31 days, a day
// 23 to 25 hours. Each has its own sign.
struct interval {
  std::int32_t months = 0;
  std::int32_t days = 0;
  std::int64_t microseconds = 0;

  // From server 17 on.
  static constexpr interval infinity() {
    return {std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max(),
            std::numeric_limits<std::int64_t>::max()};
  }
  static constexpr interval minus_infinity() {
    return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::min(),
            std::numeric_limits<std::int64_t>::min()};
  }
  [[nodiscard]] constexpr bool is_finite() const { return *this != infinity() && *this != minus_infinity(); }

  // Part by part. The server's own equality counts a month as thirty days and a day as 24 hours.
  friend constexpr bool operator==(const interval&, const interval&) = default;
};

// Read from the text of every IntervalStyle.
struct interval_form {
  static constexpr std::string_view name = "interval";
  static constexpr std::uint32_t type = oid::interval;
  static bool can_send(const interval&) { return true; }
  // "+178956970 years +7 mons +2147483647 days +2562047788:00:54.775807" and some more
  static std::size_t room(const interval&, format) { return 96; }
  static std::size_t write_text(char* to, const interval& value);
  static std::size_t write_binary(std::byte* to, const interval& value);
  static bool read_text(std::string_view text, interval& out);
  static bool read_binary(field_view value, interval& out);
};

template <>
struct codec<interval> : detail::scalar_codec<interval, interval_form> {
  static constexpr std::string_view name = interval_form::name;
  static constexpr std::uint32_t type = interval_form::type;
};

}  // namespace pgpipe::types
