#pragma once

#include <cstring>
#include <string>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {
namespace detail {

// Types whose binary form is their text.
constexpr bool is_textual(std::uint32_t type) {
  switch (type) {
    case oid::text:
    case oid::varchar:
    case oid::bpchar:
    case oid::name:
    case oid::unknown:
    case oid::json:
    case oid::xml:
    case oid::refcursor:
    case oid::cstring: return true;
    default: return false;
  }
}

// What a binary jsonb begins with; its text follows.
inline constexpr std::byte jsonb_version{1};

// Strings are the text form of a value of any type: the server reads a parameter's type from its place, and every
// column sent as text can be read. In binary only textual types are strings, and a jsonb once it is read: one byte
// more.
template <typename T>
struct text_codec {
  static constexpr std::uint32_t type = 0;

  static constexpr format format_for(std::uint32_t) { return format::text; }

  template <writer Writer>
  static result<void> encode(Writer& out, std::string_view value, std::uint32_t parameter, format as) {
    if (as == format::binary && !is_textual(parameter)) return fail(write_error(codec<T>::name, parameter, as));
    if (!value.empty()) std::memcpy(out.room(value.size()), value.data(), value.size());
    out.advance(value.size());
    return {};
  }

  // What is its own text; the others are for decode().
  static bool try_decode(field_view value, std::uint32_t stored, format as, T& out)
    requires std::assignable_from<T&, std::string_view>
  {
    if (as != format::text && stored != oid::text && !is_textual(stored)) return false;
    out = value.text();
    return true;
  }

  static result<T> decode(field_view value, std::uint32_t stored, format as)
    requires std::constructible_from<T, std::string_view>
  {
    if (as == format::text || is_textual(stored)) return T(value.text());
    if (stored != oid::jsonb && stored != oid::single_char) return fail(read_error(stored, as, codec<T>::name));
    if (value.size == 0 || (stored == oid::single_char && value.size != 1)) return fail(malformed_error(stored, as));
    // A "char" that is nothing is a zero byte, a jsonb has one byte in front.
    if (stored == oid::single_char) return T(value.text().substr(0, value.data[0] == std::byte{0} ? 0 : 1));
    if (value.data[0] != jsonb_version) return fail(malformed_error(stored, as));
    return T(value.text().substr(1));
  }
};

}  // namespace detail

template <>
struct codec<std::string> : detail::text_codec<std::string> {
  static constexpr std::string_view name = "std::string";
};

// Read, it is a view of the row.
template <>
struct codec<std::string_view> : detail::text_codec<std::string_view> {
  static constexpr std::string_view name = "std::string_view";
};

// Zero-terminated; a null pointer is NULL. Only for parameters.
template <>
struct codec<const char*> : detail::text_codec<const char*> {
  static constexpr std::string_view name = "const char*";
  static bool is_null(const char* value) { return value == nullptr; }
};

template <>
struct codec<char*> : codec<const char*> {};

}  // namespace pgpipe::types
