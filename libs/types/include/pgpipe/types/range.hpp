#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pgpipe/types/binary_reader.hpp>
#include <pgpipe/types/nested.hpp>
#include <pgpipe/types/oid_table.hpp>

namespace pgpipe::types {

// What lies between two bounds; a bound that is not there is infinitely far away. The server brings ranges of int4,
// int8 and date into the form [lower,upper). T has a range type of the server's: int4, int8, numeric, date, timestamp,
// timestamptz; or the range type is one that only the server knows, and travels as text.
template <typename T>
struct range {
  std::optional<T> lower;
  std::optional<T> upper;
  bool lower_inclusive = true;  // false for a bound that is not there
  bool upper_inclusive = false;
  bool is_empty = false;  // contains nothing; the rest does not count

  static range empty() {
    range none;
    none.is_empty = true;
    return none;
  }
  friend bool operator==(const range& a, const range& b) {
    if (a.is_empty || b.is_empty) return a.is_empty == b.is_empty;
    return a.lower == b.lower && a.upper == b.upper && a.includes_lower() == b.includes_lower() &&
           a.includes_upper() == b.includes_upper();
  }
  [[nodiscard]] bool includes_lower() const { return lower.has_value() && lower_inclusive; }
  [[nodiscard]] bool includes_upper() const { return upper.has_value() && upper_inclusive; }
};

// Ranges that do not touch, in ascending order, as the server keeps them (from server 14 on).
template <typename T>
struct multirange {
  std::vector<range<T>> ranges;

  friend bool operator==(const multirange&, const multirange&) = default;
};

namespace detail {

// A range's form on the wire: what stands in a binary range's first byte.
enum class range_flags : std::uint8_t {
  none = 0,
  empty = 0x01,
  lower_inclusive = 0x02,
  upper_inclusive = 0x04,
  lower_infinite = 0x08,
  upper_infinite = 0x10,
};
constexpr range_flags operator|(range_flags a, range_flags b) {
  return static_cast<range_flags>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool has(range_flags all, range_flags one) {
  return (static_cast<std::uint8_t>(all) & static_cast<std::uint8_t>(one)) != 0;
}

struct range_text {
  range_flags flags = range_flags::none;
  text_part lower;
  text_part upper;
};

// Takes one range from the front of a text. False when it is malformed.
[[nodiscard]] bool take_range(std::string_view& text, range_text& out);
// Splits a multirange's text: "{[1,3),[5,)}".
[[nodiscard]] bool parse_multirange(std::string_view text, std::vector<range_text>& out);
// Whether a byte may be a range's flags.
[[nodiscard]] bool are_range_flags(std::uint8_t flags);

// The type of the bounds of a range of `type`: the codec's own where only the server knows. Nothing when `type` is no
// range type. And the range type of a multirange, 0 where only the server knows.
[[nodiscard]] std::optional<std::uint32_t> bound_type(std::uint32_t type, std::uint32_t own);
[[nodiscard]] std::optional<std::uint32_t> range_type(std::uint32_t multirange, std::uint32_t own);

template <typename T>
range_flags flags_of(const range<T>& value) {
  if (value.is_empty) return range_flags::empty;
  range_flags flags = range_flags::none;
  if (value.includes_lower()) flags = flags | range_flags::lower_inclusive;
  if (value.includes_upper()) flags = flags | range_flags::upper_inclusive;
  if (!value.lower) flags = flags | range_flags::lower_infinite;
  if (!value.upper) flags = flags | range_flags::upper_infinite;
  return flags;
}

template <typename T>
range<T> range_of(range_flags flags) {
  range<T> out;
  out.lower_inclusive = has(flags, range_flags::lower_inclusive);
  out.upper_inclusive = has(flags, range_flags::upper_inclusive);
  out.is_empty = has(flags, range_flags::empty);
  return out;
}

template <typename T>
result<void> append_bound(std::string& to, const std::optional<T>& bound, std::uint32_t type, std::string& scratch) {
  if (!bound) return {};
  if (auto written = write_part(scratch, *bound, type); !written) return written;
  append_quoted(to, scratch);
  return {};
}

template <typename T>
result<void> append_range(std::string& to, const range<T>& value, std::uint32_t bound) {
  if (value.is_empty) {
    to += "empty";
    return {};
  }
  std::string scratch;
  to += value.includes_lower() ? '[' : '(';
  if (auto written = append_bound(to, value.lower, bound, scratch); !written) return written;
  to += ',';
  if (auto written = append_bound(to, value.upper, bound, scratch); !written) return written;
  to += value.includes_upper() ? ']' : ')';
  return {};
}

template <typename T>
result<range<T>> read_range(const range_text& text, std::uint32_t bound, std::string& scratch) {
  range<T> out = range_of<T>(text.flags);
  for (const bool is_upper : {false, true}) {
    const text_part& part = is_upper ? text.upper : text.lower;
    if (part.null) continue;
    result<T> value = read_part<T>(part, bound, scratch);
    if (!value) return fail(std::move(value).error());
    (is_upper ? out.upper : out.lower) = *std::move(value);
  }
  return out;
}

}  // namespace detail

template <typename T>
struct codec<range<T>> {
  static constexpr auto full_name = detail::join<14 + codec<T>::name.size()>("types::range<", codec<T>::name, ">");
  static constexpr std::string_view name = full_name.view();
  static constexpr std::uint32_t type = detail::find_range(&detail::range_entry::subtype, codec<T>::type).range;

  static format format_for(std::uint32_t parameter) {
    const std::uint32_t bound = subtype_of(parameter == 0 ? type : parameter);
    return bound != 0 && detail::writes_binary<T>(bound) ? format::binary : format::text;
  }

  template <writer Writer>
  static result<void> encode(Writer& out, const range<T>& value, std::uint32_t parameter, format as) {
    const std::optional<std::uint32_t> bound = detail::bound_type(parameter, codec<T>::type);
    if (!bound) return fail(write_error(name, parameter, as));
    if (as == format::text) {
      std::string text;
      if (auto written = detail::append_range(text, value, *bound); !written) return written;
      detail::write_bytes(out, text);
      return {};
    }
    if constexpr (patching_writer<Writer>) {
      if (*bound != 0) return write_binary(out, value, *bound);
    }
    return fail(write_error(name, parameter, as));
  }

  static result<range<T>> decode(field_view value, std::uint32_t stored, format as) {
    const std::optional<std::uint32_t> bound = detail::bound_type(stored, codec<T>::type);
    if (!bound || (as == format::text && detail::is_view<T>)) return fail(read_error(stored, as, name));
    if (as == format::binary) return read_binary(value, stored, *bound);
    std::string_view text = value.text();
    detail::range_text parts;
    if (!detail::take_range(text, parts) || !text.empty()) return fail(malformed_error(stored, as));
    std::string scratch;
    return detail::read_range<T>(parts, *bound, scratch);
  }

 private:
  template <writer Writer>
  static result<void> write_binary(Writer& out, const range<T>& value, std::uint32_t bound) {
    *out.room(1) = static_cast<std::byte>(detail::flags_of(value));
    out.advance(1);
    if (value.is_empty) return {};
    for (const std::optional<T>* each : {&value.lower, &value.upper}) {
      if (!each->has_value()) continue;
      if (auto written = detail::write_field(out, **each, bound); !written) return written;
    }
    return {};
  }

  static result<range<T>> read_binary(field_view value, std::uint32_t stored, std::uint32_t bound) {
    using detail::range_flags;
    binary_reader in(value);
    const std::uint8_t byte = in.byte();
    if (!in.ok() || !detail::are_range_flags(byte)) return fail(malformed_error(stored, format::binary));
    const auto flags = static_cast<range_flags>(byte);
    range<T> out = detail::range_of<T>(flags);
    for (const bool is_upper : {false, true}) {
      if (out.is_empty || has(flags, is_upper ? range_flags::upper_infinite : range_flags::lower_infinite)) continue;
      const field_view field = in.field();
      if (!in.ok() || field.is_null()) return fail(malformed_error(stored, format::binary));
      result<T> each = types::decode<T>(field, bound, format::binary);
      if (!each) return fail(std::move(each).error());
      (is_upper ? out.upper : out.lower) = *std::move(each);
    }
    if (!in.complete()) return fail(malformed_error(stored, format::binary));
    return out;
  }
};

template <typename T>
struct codec<multirange<T>> {
  static constexpr auto full_name = detail::join<19 + codec<T>::name.size()>("types::multirange<", codec<T>::name, ">");
  static constexpr std::string_view name = full_name.view();
  static constexpr std::uint32_t type = detail::find_range(&detail::range_entry::subtype, codec<T>::type).multirange;

  static format format_for(std::uint32_t parameter) {
    const std::uint32_t each = range_of_multirange(parameter == 0 ? type : parameter);
    return each == 0 ? format::text : codec<range<T>>::format_for(each);
  }

  template <writer Writer>
  static result<void> encode(Writer& out, const multirange<T>& value, std::uint32_t parameter, format as) {
    const std::optional<std::uint32_t> each_type = detail::range_type(parameter, codec<range<T>>::type);
    if (!each_type) return fail(write_error(name, parameter, as));
    if (as == format::text) return write_text(out, value, *each_type);
    if constexpr (patching_writer<Writer>) {
      if (*each_type != 0 && std::in_range<std::int32_t>(value.ranges.size())) {
        detail::write_integer(out, static_cast<std::int32_t>(value.ranges.size()));
        for (const range<T>& each : value.ranges) {
          if (auto written = detail::write_field(out, each, *each_type); !written) return written;
        }
        return {};
      }
    }
    return fail(write_error(name, parameter, as));
  }

  static result<multirange<T>> decode(field_view value, std::uint32_t stored, format as) {
    const std::optional<std::uint32_t> each_type = detail::range_type(stored, codec<range<T>>::type);
    if (!each_type || (as == format::text && detail::is_view<T>)) return fail(read_error(stored, as, name));
    return as == format::text ? read_text(value.text(), stored, *each_type) : read_binary(value, stored, *each_type);
  }

 private:
  template <writer Writer>
  static result<void> write_text(Writer& out, const multirange<T>& value, std::uint32_t each_type) {
    const std::uint32_t bound = each_type == 0 ? codec<T>::type : subtype_of(each_type);
    std::string text = "{";
    for (const range<T>& each : value.ranges) {
      if (text.size() > 1) text += ',';
      if (auto written = detail::append_range(text, each, bound); !written) return written;
    }
    text += '}';
    detail::write_bytes(out, text);
    return {};
  }

  static result<multirange<T>> read_text(std::string_view text, std::uint32_t stored, std::uint32_t each_type) {
    const std::uint32_t bound = each_type == 0 ? codec<T>::type : subtype_of(each_type);
    std::vector<detail::range_text> parts;
    if (!detail::parse_multirange(text, parts)) return fail(malformed_error(stored, format::text));
    multirange<T> out;
    std::string scratch;
    for (const detail::range_text& part : parts) {
      result<range<T>> each = detail::read_range<T>(part, bound, scratch);
      if (!each) return fail(std::move(each).error());
      out.ranges.push_back(*std::move(each));
    }
    return out;
  }

  static result<multirange<T>> read_binary(field_view value, std::uint32_t stored, std::uint32_t each_type) {
    binary_reader in(value);
    multirange<T> out;
    for (auto count = in.integer<std::uint32_t>(); in.ok() && count != 0; --count) {
      const field_view field = in.field();
      if (!in.ok() || field.is_null()) return fail(malformed_error(stored, format::binary));
      result<range<T>> each = codec<range<T>>::decode(field, each_type, format::binary);
      if (!each) return fail(std::move(each).error());
      out.ranges.push_back(*std::move(each));
    }
    if (!in.complete()) return fail(malformed_error(stored, format::binary));
    return out;
  }
};

}  // namespace pgpipe::types
