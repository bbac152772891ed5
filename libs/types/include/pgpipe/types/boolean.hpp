#pragma once

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {

// bool: one byte in binary, "t" or "f" in text.
template <>
struct codec<bool> {
  static constexpr std::string_view name = "bool";
  static constexpr std::uint32_t type = oid::boolean;

  static constexpr format format_for(std::uint32_t parameter) {
    return parameter == 0 || parameter == oid::boolean ? format::binary : format::text;
  }

  template <writer Writer>
  static result<void> encode(Writer& out, bool value, std::uint32_t parameter, format as) {
    if (parameter != oid::boolean && (as == format::binary || !type_name(parameter).empty())) {
      return fail(write_error(name, parameter, as));
    }
    *out.room(1) = static_cast<std::byte>(as == format::binary ? value : (value ? 't' : 'f'));
    out.advance(1);
    return {};
  }

  static bool try_decode(field_view value, std::uint32_t stored, format as, bool& out) {
    const char yes = as == format::binary ? '\1' : 't';
    const char no = as == format::binary ? '\0' : 'f';
    const std::string_view text = value.text();
    if (stored != oid::boolean || text.size() != 1) return false;
    out = text[0] == yes;
    return out || text[0] == no;
  }

  static result<bool> decode(field_view value, std::uint32_t stored, format as) {
    bool out = false;
    if (try_decode(value, stored, as, out)) [[likely]]
      return out;
    return fail(stored == oid::boolean ? malformed_error(stored, as) : read_error(stored, as, name));
  }
};

}  // namespace pgpipe::types
