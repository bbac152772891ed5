#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {

namespace detail {

// Days or microseconds since 2000-01-01 as the wire has them; the extremes are the infinities, as they are there.
inline constexpr std::int64_t infinite_future = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t infinite_past = std::numeric_limits<std::int64_t>::min();
inline constexpr bool is_infinite(std::int64_t ticks) { return ticks == infinite_future || ticks == infinite_past; }

// Between chrono's epoch and the server's.
inline constexpr std::int64_t epoch_days = 10957;
inline constexpr std::int64_t epoch_microseconds = epoch_days * 86'400'000'000;

// Whether the server's type, which is date, timestamp or timestamptz, has this point of time.
[[nodiscard]] bool has_instant(std::uint32_t type, std::int64_t ticks);

// A value of `type`, which is date, timestamp or timestamptz. Errors: malformed, or text of another DateStyle than ISO.
[[nodiscard]] result<std::int64_t> read_instant(std::uint32_t type, field_view value, format as);

// Room for any of them, and how much was used.
inline constexpr std::size_t instant_room = 48;
[[nodiscard]] std::size_t write_instant(std::uint32_t type, std::byte* to, std::int64_t ticks, format as);

// The value is infinite, for which `target` has no place.
[[nodiscard]] error infinite_error(std::uint32_t type, std::string_view target);

// How a chrono type counts as days or microseconds since 2000-01-01: name, type, and
//   static std::optional<std::int64_t> to_ticks(T);      nothing where the wire cannot count so far
//   static std::optional<T> from_ticks(std::int64_t);    nothing where T cannot
template <typename T>
struct instant_form;

template <writer Writer>
result<void> encode_instant(Writer& out, std::optional<std::int64_t> ticks, std::uint32_t own, std::string_view name,
                            std::uint32_t parameter, format as) {
  const bool known_only_to_the_server = as == format::text && type_name(parameter).empty();
  if (parameter != own && !known_only_to_the_server) return fail(write_error(name, parameter, as));
  if (!ticks || !has_instant(own, *ticks)) return fail(write_range_error(name, parameter));
  out.advance(write_instant(own, out.room(instant_room), *ticks, as));
  return {};
}

}  // namespace detail

template <typename T>
concept instant = requires { detail::instant_form<T>::type; };

// A chrono type that stands for a point of time: of one PostgreSQL type, and finite. Infinity and what chrono cannot
// count are errors; or_infinity has a place for the former.
template <instant T>
struct codec<T> {
  using form = detail::instant_form<T>;
  static constexpr std::string_view name = form::name;
  static constexpr std::uint32_t type = form::type;

  static constexpr format format_for(std::uint32_t parameter) {
    return parameter == 0 || parameter == type ? format::binary : format::text;
  }

  template <writer Writer>
  static result<void> encode(Writer& out, const T& value, std::uint32_t parameter, format as) {
    std::optional<std::int64_t> ticks = form::to_ticks(value);
    if (ticks && detail::is_infinite(*ticks)) ticks.reset();
    return detail::encode_instant(out, ticks, type, name, parameter, as);
  }

  static result<T> decode(field_view value, std::uint32_t stored, format as) {
    if (stored != type) return fail(read_error(stored, as, name));
    const result<std::int64_t> ticks = detail::read_instant(stored, value, as);
    if (!ticks) return fail(ticks.error());
    if (detail::is_infinite(*ticks)) return fail(detail::infinite_error(stored, name));
    const std::optional<T> out = form::from_ticks(*ticks);
    if (!out) return fail(range_error(stored, name));
    return *out;
  }
};

}  // namespace pgpipe::types
