#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {
namespace detail {

// The server's spelling of what is no finite number, empty for one that is.
template <typename Floating>
std::string_view special_name(Floating value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  return {};
}

// The shortest text that reads back as the same number.
template <writer Writer, typename Floating>
void write_shortest(Writer& out, Floating value) {
  constexpr std::size_t longest = 32;  // -1.7976931348623157e+308 needs 24
  char* begin = reinterpret_cast<char*>(out.room(longest));
  if (const std::string_view special = special_name(value); !special.empty()) {
    std::memcpy(begin, special.data(), special.size());
    out.advance(special.size());
  } else {
    out.advance(static_cast<std::size_t>(std::to_chars(begin, begin + longest, value).ptr - begin));
  }
}

// False when the value is malformed.
template <typename Floating, typename T>
bool read_floating(field_view value, format as, T& out) {
  using bits = std::conditional_t<sizeof(Floating) == 4, std::uint32_t, std::uint64_t>;
  if (as == format::binary) {
    if (value.size != sizeof(Floating)) [[unlikely]]
      return false;
    out = std::bit_cast<Floating>(load_big_endian<bits>(value.data));
    return true;
  }
  // from_chars takes "Infinity", "-Infinity" and "NaN" as the server spells them.
  const char* const end = value.text().data() + value.size;
  Floating number = 0;
  const auto [stop, failure] = std::from_chars(value.text().data(), end, number);
  out = number;
  return failure == std::errc() && stop == end;
}

template <typename Floating, writer Writer>
void write_floating(Writer& out, Floating value) {
  using bits = std::conditional_t<sizeof(Floating) == 4, std::uint32_t, std::uint64_t>;
  store_big_endian(out.room(sizeof(Floating)), std::bit_cast<bits>(value));
  out.advance(sizeof(Floating));
}

inline bool is_float_exactly(double value) {
  if (!std::isfinite(value)) return true;
  if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) return false;
  return static_cast<double>(static_cast<float>(value)) == value;
}

}  // namespace detail

// float and double travel as float4 or float8 and, as text, into numeric and types that only the server knows. Only a
// double that a float4 holds exactly goes into one, and no float8 is read as float.
template <typename T>
  requires std::same_as<T, float> || std::same_as<T, double>
struct codec<T> {
  static constexpr std::string_view name = sizeof(T) == 4 ? "float" : "double";
  static constexpr std::uint32_t type = sizeof(T) == 4 ? oid::float4 : oid::float8;

  static constexpr format format_for(std::uint32_t parameter) {
    return parameter == 0 || is_floating(parameter) ? format::binary : format::text;
  }

  template <writer Writer>
  static result<void> encode(Writer& out, T value, std::uint32_t parameter, format as) {
    if (parameter == oid::float4 && !detail::is_float_exactly(value)) return fail(write_range_error(name, parameter));
    if (as == format::text) {
      const bool has_text_form = is_floating(parameter) || parameter == oid::numeric || type_name(parameter).empty();
      if (!has_text_form) return fail(write_error(name, parameter, as));
      detail::write_shortest(out, value);
    } else if (parameter == oid::float8) {
      detail::write_floating<double>(out, value);
    } else if (parameter == oid::float4) {
      detail::write_floating<float>(out, static_cast<float>(value));
    } else {
      return fail(write_error(name, parameter, as));
    }
    return {};
  }

  static bool try_decode(field_view value, std::uint32_t stored, format as, T& out) {
    if (stored == type) return detail::read_floating<T>(value, as, out);
    return stored == oid::float4 && detail::read_floating<float>(value, as, out);
  }

  static result<T> decode(field_view value, std::uint32_t stored, format as) {
    T out{};
    if (try_decode(value, stored, as, out)) [[likely]]
      return out;
    const bool readable = sizeof(T) == 4 ? stored == type : is_floating(stored);
    return fail(readable ? malformed_error(stored, as) : read_error(stored, as, name));
  }

 private:
  static constexpr bool is_floating(std::uint32_t each) { return each == oid::float4 || each == oid::float8; }
};

}  // namespace pgpipe::types
