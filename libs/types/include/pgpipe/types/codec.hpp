#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <pgpipe/base/field_view.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/types/codec_error.hpp>

namespace pgpipe::types {

// Where an encoder writes: room(n) gives n bytes in one place, advance(m) with m <= n says how many were used.
template <typename T>
concept writer = requires(T out, std::size_t n) {
  { out.room(n) } -> std::same_as<std::byte*>;
  out.advance(n);
};

// How values of a C++ type stand on the wire: the one point to specialise for a type of your own. Nothing is converted
// in silence: a type that does not match, a value out of range and a NULL without a place for it are errors. A codec
// has
//
//   static constexpr std::string_view name;     what messages call the C++ type
//   static constexpr std::uint32_t type;        the OID to declare for a parameter; 0 leaves it to the server
//   static format format_for(std::uint32_t type);
//       the format in which encode() writes for a parameter of that type; 0 stands for a type not known
//   static result<void> encode(writer auto& out, const T& value, std::uint32_t type, format as);
//   static result<T> decode(field_view value, std::uint32_t type, format as);        value is never NULL
//
// and, only where T has a place for NULL,
//
//   static bool is_null(const T& value);
//   static T null();
//
// Either direction may be left out. A codec that reads cheap values may also have
//
//   static bool try_decode(field_view value, std::uint32_t type, format as, T& out);
//       decode() without a result to be made: false, and `out` unspecified, where decode() is to be asked
template <typename T>
struct codec;

// The codec for an argument as it is passed: string literals are const char*, references and const are stripped.
template <typename T>
using codec_for = codec<std::decay_t<T>>;

template <typename T>
[[nodiscard]] bool is_null(const T& value) {
  if constexpr (requires { codec_for<T>::is_null(value); }) {
    return codec_for<T>::is_null(value);
  } else {
    return false;
  }
}

// Writes a value that is not NULL for a parameter of `type`. On an error something may have been written: the caller
// abandons the message.
template <writer Writer, typename T>
[[nodiscard]] result<void> encode(Writer& out, const T& value, std::uint32_t type, format as) {
  return codec_for<T>::encode(out, value, type == 0 ? codec_for<T>::type : type, as);
}

// Reads a value of `type`. Views among the results (std::string_view, std::span) last as long as the bytes.
template <typename T>
[[nodiscard]] result<T> decode(field_view value, std::uint32_t type, format as) {
  if (value.is_null()) [[unlikely]] {
    if constexpr (requires { codec<T>::null(); }) {
      return codec<T>::null();
    } else {
      return fail(null_error(codec<T>::name));
    }
  }
  return codec<T>::decode(value, type, as);
}

// Reads a value into `out` without making a result of it, as rows of many values are read. False, and `out`
// unspecified, where decode() is to be asked: it has an error, or a longer way.
template <typename T>
[[nodiscard]] inline bool try_decode(field_view value, std::uint32_t type, format as, T& out) {
  if constexpr (requires { codec<T>::try_decode(value, type, as, out); }) {
    if (!value.is_null()) [[likely]]
      return codec<T>::try_decode(value, type, as, out);
    if constexpr (requires { codec<T>::null(); }) {
      out = codec<T>::null();
      return true;
    }
    return false;
  } else {
    result<T> decoded = types::decode<T>(value, type, as);
    if (!decoded) return false;
    out = *std::move(decoded);
    return true;
  }
}

}  // namespace pgpipe::types
