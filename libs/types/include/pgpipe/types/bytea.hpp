#pragma once

#include <cstring>
#include <span>
#include <vector>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {
namespace detail {

// Reads bytea's text, in hex (\x0aff) or, from a server that has bytea_output = escape, in escape format. False when it
// is malformed.
[[nodiscard]] bool parse_bytea(std::string_view text, std::vector<std::byte>& out);

// Writes 2 * bytes.size() hexadecimal digits.
void format_hex(std::span<const std::byte> bytes, std::byte* to);

template <writer Writer>
result<void> write_bytea(Writer& out, std::span<const std::byte> value, std::string_view name, std::uint32_t parameter,
                         format as) {
  const bool known_only_to_the_server = type_name(parameter).empty();
  if (parameter != oid::bytea && (as == format::binary || !known_only_to_the_server)) {
    return fail(write_error(name, parameter, as));
  }
  if (as == format::binary) {
    if (!value.empty()) std::memcpy(out.room(value.size()), value.data(), value.size());
    out.advance(value.size());
    return {};
  }
  const std::size_t size = 2 + 2 * value.size();
  std::byte* to = out.room(size);
  to[0] = std::byte{'\\'};
  to[1] = std::byte{'x'};
  format_hex(value, to + 2);
  out.advance(size);
  return {};
}

}  // namespace detail

template <>
struct codec<std::vector<std::byte>> {
  static constexpr std::string_view name = "std::vector<std::byte>";
  static constexpr std::uint32_t type = oid::bytea;

  static constexpr format format_for(std::uint32_t parameter) {
    return parameter == 0 || parameter == oid::bytea ? format::binary : format::text;
  }

  template <writer Writer>
  static result<void> encode(Writer& out, const std::vector<std::byte>& value, std::uint32_t parameter, format as) {
    return detail::write_bytea(out, value, name, parameter, as);
  }

  static result<std::vector<std::byte>> decode(field_view value, std::uint32_t stored, format as);
};

// Read, it is a view of the row, which binary format only can give.
template <>
struct codec<std::span<const std::byte>> {
  static constexpr std::string_view name = "std::span<const std::byte>";
  static constexpr std::uint32_t type = oid::bytea;

  static constexpr format format_for(std::uint32_t parameter) {
    return codec<std::vector<std::byte>>::format_for(parameter);
  }

  template <writer Writer>
  static result<void> encode(Writer& out, std::span<const std::byte> value, std::uint32_t parameter, format as) {
    return detail::write_bytea(out, value, name, parameter, as);
  }

  static result<std::span<const std::byte>> decode(field_view value, std::uint32_t stored, format as) {
    if (stored != oid::bytea || as != format::binary) return fail(read_error(stored, as, name));
    return value.bytes();
  }
};

template <>
struct codec<std::span<std::byte>> {
  static constexpr std::string_view name = "std::span<std::byte>";
  static constexpr std::uint32_t type = oid::bytea;

  static constexpr format format_for(std::uint32_t parameter) {
    return codec<std::vector<std::byte>>::format_for(parameter);
  }

  template <writer Writer>
  static result<void> encode(Writer& out, std::span<const std::byte> value, std::uint32_t parameter, format as) {
    return detail::write_bytea(out, value, name, parameter, as);
  }
};

}  // namespace pgpipe::types
