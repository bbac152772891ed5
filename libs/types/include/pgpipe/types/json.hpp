#pragma once

#include <cstring>
#include <string>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>
#include <pgpipe/types/text.hpp>

namespace pgpipe::types {

// The text of a json or jsonb value, for the JSON library of your choice.
struct json {
  std::string text;

  // As text: the server's jsonb compares values.
  friend bool operator==(const json&, const json&) = default;
};

template <>
struct codec<json> {
  static constexpr std::string_view name = "json";
  static constexpr std::uint32_t type = 0;  // json or jsonb, as its place says

  static constexpr format format_for(std::uint32_t) { return format::text; }

  template <writer Writer>
  static result<void> encode(Writer& out, const json& value, std::uint32_t parameter, format as) {
    const bool known_only_to_the_server = as == format::text && type_name(parameter).empty();
    if (parameter != oid::json && parameter != oid::jsonb && !known_only_to_the_server) {
      return fail(write_error(name, parameter, as));
    }
    if (parameter == oid::jsonb && as == format::binary) {
      *out.room(1) = detail::jsonb_version;
      out.advance(1);
    }
    if (!value.text.empty()) std::memcpy(out.room(value.text.size()), value.text.data(), value.text.size());
    out.advance(value.text.size());
    return {};
  }

  static result<json> decode(field_view value, std::uint32_t stored, format as) {
    // Within a value of a type that only the server knows, its text is all there is.
    const bool known_only_to_the_server = stored == 0 && as == format::text;
    if (stored != oid::json && stored != oid::jsonb && !known_only_to_the_server) {
      return fail(read_error(stored, as, name));
    }
    std::string_view text = value.text();
    if (stored == oid::jsonb && as == format::binary) {
      if (value.size == 0 || value.data[0] != detail::jsonb_version) return fail(malformed_error(stored, as));
      text.remove_prefix(1);
    }
    return json{std::string(text)};
  }
};

}  // namespace pgpipe::types
