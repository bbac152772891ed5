#pragma once

#include <chrono>
#include <optional>
#include <ratio>

#include <pgpipe/types/interval.hpp>

namespace pgpipe::types {

// The time of day at a place so and so far from Greenwich.
struct timetz {
  std::chrono::microseconds since_midnight{};  // 0 to 24 hours, both included
  std::chrono::seconds utc_offset{};           // east is positive; less than sixteen hours either way

  // Part by part; the server compares the moments first.
  friend constexpr bool operator==(const timetz&, const timetz&) = default;
};

struct timetz_form {
  static constexpr std::string_view name = "timetz";
  static constexpr std::uint32_t type = oid::timetz;
  static bool can_send(const timetz& value);
  static std::size_t room(const timetz&, format) { return 48; }
  static std::size_t write_text(char* to, const timetz& value);
  static std::size_t write_binary(std::byte* to, const timetz& value);
  static bool read_text(std::string_view text, timetz& out);
  static bool read_binary(field_view value, timetz& out);
};

template <>
struct codec<timetz> : detail::scalar_codec<timetz, timetz_form> {
  static constexpr std::string_view name = timetz_form::name;
  static constexpr std::uint32_t type = timetz_form::type;
};

namespace detail {

// A value of time, or of an interval without months and days.
[[nodiscard]] result<std::int64_t> read_microseconds(std::uint32_t type, field_view value, format as,
                                                     std::string_view target);

inline constexpr std::size_t microseconds_room = 32;
// How much was used; nothing where the type does not hold the value.
[[nodiscard]] std::optional<std::size_t> write_microseconds(std::uint32_t type, std::byte* to, std::int64_t value,
                                                            format as);

}  // namespace detail

// Whole numbers of microseconds or more, up to hours: a time of day since midnight, or an interval. Days and longer
// have no fixed length; they are types::interval. Which of the two a parameter is, its place says.
template <std::integral Rep, typename Period>
  requires(std::ratio_divide<Period, std::micro>::den == 1 && std::ratio_less_equal_v<Period, std::ratio<3600>>)
struct codec<std::chrono::duration<Rep, Period>> {
  using duration = std::chrono::duration<Rep, Period>;
  static constexpr std::string_view name = "std::chrono::duration";
  static constexpr std::uint32_t type = 0;

  static constexpr format format_for(std::uint32_t parameter) {
    return parameter == oid::time || parameter == oid::interval ? format::binary : format::text;
  }

  template <writer Writer>
  static result<void> encode(Writer& out, duration value, std::uint32_t parameter, format as) {
    const bool has_text_form = as == format::text && type_name(parameter).empty();
    if (parameter != oid::time && parameter != oid::interval && !has_text_form) {
      return fail(write_error(name, parameter, as));
    }
    std::int64_t microseconds = 0;
    std::optional<std::size_t> used;
    if (!__builtin_mul_overflow(value.count(), unit, &microseconds)) {
      used = detail::write_microseconds(parameter, out.room(detail::microseconds_room), microseconds, as);
    }
    if (!used) return fail(write_range_error(name, parameter));
    out.advance(*used);
    return {};
  }

  static result<duration> decode(field_view value, std::uint32_t stored, format as) {
    const result<std::int64_t> microseconds = detail::read_microseconds(stored, value, as, name);
    if (!microseconds) return fail(microseconds.error());
    const std::int64_t count = *microseconds / unit;
    if (*microseconds % unit != 0 || !std::in_range<Rep>(count)) return fail(range_error(stored, name));
    return duration(static_cast<Rep>(count));
  }

 private:
  static constexpr std::int64_t unit = std::ratio_divide<Period, std::micro>::num;
};

}  // namespace pgpipe::types
