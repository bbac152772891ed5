#pragma once

#include <bit>
#include <charconv>
#include <limits>
#include <utility>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {

namespace detail {

template <typename T>
inline constexpr bool is_wide_character =
    std::is_same_v<T, wchar_t> || std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;

}  // namespace detail

// The integers of two bytes and more. One-byte types are characters or bytes, not numbers.
template <typename T>
concept wire_integer = std::integral<T> && sizeof(T) >= 2 && !detail::is_wide_character<T>;

namespace detail {

constexpr bool is_integer(std::uint32_t type) {
  return type == oid::int4 || type == oid::int8 || type == oid::int2 || type == oid::object_id;
}

template <typename T>
constexpr std::string_view integer_name() {
  constexpr bool is_signed = std::is_signed_v<T>;
  if constexpr (sizeof(T) == 2) return is_signed ? "int16" : "uint16";
  if constexpr (sizeof(T) == 4) return is_signed ? "int32" : "uint32";
  return is_signed ? "int64" : "uint64";
}

// The smallest type that holds every T; there is none for unsigned 64 bits, whose values are checked one by one.
template <typename T>
constexpr std::uint32_t integer_type() {
  constexpr std::size_t needed = std::is_signed_v<T> ? sizeof(T) : 2 * sizeof(T);
  return needed == 2 ? oid::int2 : needed == 4 ? oid::int4 : oid::int8;
}

template <typename Stored, writer Writer, typename T>
result<void> write_integer(Writer& out, T value, std::uint32_t type) {
  if (!std::in_range<Stored>(value)) return fail(write_range_error(integer_name<T>(), type));
  store_big_endian(out.room(sizeof(Stored)), static_cast<Stored>(value));
  out.advance(sizeof(Stored));
  return {};
}

// Whether the value is in the range of an integer type; every value is in that of another type.
template <typename T>
constexpr bool holds(std::uint32_t type, T value) {
  switch (type) {
    case oid::int2: return std::in_range<std::int16_t>(value);
    case oid::int4: return std::in_range<std::int32_t>(value);
    case oid::int8: return std::in_range<std::int64_t>(value);
    case oid::object_id: return std::in_range<std::uint32_t>(value);
    default: return true;
  }
}

template <typename Stored>
inline bool load_integer(field_view value, std::int64_t& out) {
  if (value.size != sizeof(Stored)) [[unlikely]]
    return false;
  out = load_big_endian<Stored>(value.data);
  return true;
}

// What std::from_chars takes: digits, a minus before them. Numbers of up to 18 digits, of which none is too great, are
// read here, without the bases that it knows.
inline bool parse_integer(std::string_view text, std::int64_t& out) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > 18) [[unlikely]] {
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, out);
    return failure == std::errc() && stop == end;
  }
  std::int64_t magnitude = 0;
  for (const char each : digits) {
    const auto digit = static_cast<unsigned char>(each - '0');
    if (digit > 9) return false;
    magnitude = 10 * magnitude + digit;
  }
  out = negative ? -magnitude : magnitude;
  return true;
}

// Reads a value of an integer type; 64 bits with a sign hold all of them. False when it is malformed or of another
// type.
inline bool read_integer(field_view value, std::uint32_t stored, format as, std::int64_t& out) {
  if (as == format::text) {
    return is_integer(stored) && parse_integer(value.text(), out) && holds(stored, out);
  }
  switch (stored) {
    case oid::int8: return load_integer<std::int64_t>(value, out);
    case oid::int4: return load_integer<std::int32_t>(value, out);
    case oid::int2: return load_integer<std::int16_t>(value, out);
    case oid::object_id: return load_integer<std::uint32_t>(value, out);
    default: return false;
  }
}

// Whether a number of the floating type is exactly this integer: what lies between its first and its last one bit fits
// the mantissa.
template <typename Floating, typename T>
constexpr bool is_exact(T value) {
  const auto bits = static_cast<std::uint64_t>(value);
  const std::uint64_t magnitude = std::cmp_less(value, 0) ? 0 - bits : bits;
  return magnitude == 0 || static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude) <=
                               std::numeric_limits<Floating>::digits;
}

}  // namespace detail

// Integers travel as int2, int4, int8 or oid, whichever the other side has, in range or not at all; as text also into
// numeric, into float4 and float8 where they are exact, and into types that only the server knows, such as domains.
template <wire_integer T>
struct codec<T> {
  static constexpr std::string_view name = detail::integer_name<T>();
  static constexpr std::uint32_t type = detail::integer_type<T>();

  static constexpr format format_for(std::uint32_t parameter) {
    return parameter == 0 || detail::is_integer(parameter) ? format::binary : format::text;
  }

  template <writer Writer>
  static result<void> encode(Writer& out, T value, std::uint32_t parameter, format as) {
    if (as == format::text) return encode_text(out, value, parameter);
    switch (parameter) {
      case oid::int2: return detail::write_integer<std::int16_t>(out, value, parameter);
      case oid::int4: return detail::write_integer<std::int32_t>(out, value, parameter);
      case oid::int8: return detail::write_integer<std::int64_t>(out, value, parameter);
      case oid::object_id: return detail::write_integer<std::uint32_t>(out, value, parameter);
      default: return fail(write_error(name, parameter, as));
    }
  }

  static bool try_decode(field_view value, std::uint32_t stored, format as, T& out) {
    std::int64_t number = 0;
    if (!detail::read_integer(value, stored, as, number) || !std::in_range<T>(number)) return false;
    out = static_cast<T>(number);
    return true;
  }

  static result<T> decode(field_view value, std::uint32_t stored, format as) {
    T out{};
    if (try_decode(value, stored, as, out)) [[likely]]
      return out;
    if (!detail::is_integer(stored)) return fail(read_error(stored, as, name));
    std::int64_t number = 0;
    return fail(detail::read_integer(value, stored, as, number) ? range_error(stored, name)
                                                                : malformed_error(stored, as));
  }

 private:
  template <writer Writer>
  static result<void> encode_text(Writer& out, T value, std::uint32_t parameter) {
    if (!has_text_form(parameter)) return fail(write_error(name, parameter, format::text));
    if (!fits(value, parameter)) return fail(write_range_error(name, parameter));
    constexpr std::size_t longest = 20;  // -9223372036854775808
    char* begin = reinterpret_cast<char*>(out.room(longest));
    out.advance(static_cast<std::size_t>(std::to_chars(begin, begin + longest, value).ptr - begin));
    return {};
  }

  static bool has_text_form(std::uint32_t parameter) {
    return detail::is_integer(parameter) || parameter == oid::numeric || parameter == oid::float8 ||
           parameter == oid::float4 || type_name(parameter).empty();
  }

  static bool fits(T value, std::uint32_t parameter) {
    if (parameter == oid::float4) return detail::is_exact<float>(value);
    if (parameter == oid::float8) return detail::is_exact<double>(value);
    return detail::holds(parameter, value);
  }
};

}  // namespace pgpipe::types
