#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/nested.hpp>

namespace pgpipe::types {

// The values of the extension hstore: keys without order, each with a text or NULL.
using hstore = std::map<std::string, std::optional<std::string>, std::less<>>;

namespace detail {
[[nodiscard]] bool parse_hstore(std::string_view text, hstore& out);
[[nodiscard]] std::string format_hstore(const hstore& value);
}  // namespace detail

// As text: an extension's types have other OIDs on every server.
template <>
struct codec<hstore> {
  static constexpr std::string_view name = "types::hstore";
  static constexpr std::uint32_t type = 0;

  static constexpr format format_for(std::uint32_t) { return format::text; }

  template <writer Writer>
  static result<void> encode(Writer& out, const hstore& value, std::uint32_t parameter, format as) {
    if (as == format::binary || !type_name(parameter).empty()) return fail(write_error(name, parameter, as));
    detail::write_bytes(out, detail::format_hstore(value));
    return {};
  }

  static result<hstore> decode(field_view value, std::uint32_t stored, format as);
};

}  // namespace pgpipe::types
