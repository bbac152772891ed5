#pragma once

#include <optional>
#include <utility>

#include <pgpipe/types/codec.hpp>

namespace pgpipe::types {

// A value or NULL.
template <typename T>
struct codec<std::optional<T>> {
  static constexpr std::string_view name = codec<T>::name;
  static constexpr std::uint32_t type = codec<T>::type;

  static constexpr format format_for(std::uint32_t parameter) { return codec<T>::format_for(parameter); }

  static bool is_null(const std::optional<T>& value) { return !value.has_value() || types::is_null(*value); }
  static std::optional<T> null() { return std::nullopt; }

  template <writer Writer>
  static result<void> encode(Writer& out, const std::optional<T>& value, std::uint32_t parameter, format as) {
    return codec<T>::encode(out, *value, parameter, as);
  }

  static bool try_decode(field_view value, std::uint32_t stored, format as, std::optional<T>& out)
    requires requires(T& present) { codec<T>::try_decode(value, stored, as, present); }
  {
    return codec<T>::try_decode(value, stored, as, out.emplace());
  }

  static result<std::optional<T>> decode(field_view value, std::uint32_t stored, format as) {
    result<T> decoded = codec<T>::decode(value, stored, as);
    if (!decoded) [[unlikely]]
      return fail(std::move(decoded).error());
    return std::optional<T>(*std::move(decoded));
  }
};

// NULL of whatever type the place has. Only for parameters, and never encoded: is_null() comes first.
struct null_codec {
  static constexpr std::string_view name = "NULL";
  static constexpr std::uint32_t type = 0;
  static constexpr format format_for(std::uint32_t) { return format::text; }
  template <typename Null>
  static constexpr bool is_null(const Null&) {
    return true;
  }
  template <writer Writer, typename Null>
  static result<void> encode(Writer&, const Null&, std::uint32_t, format) {
    return {};
  }
};

template <>
struct codec<std::nullptr_t> : null_codec {};

template <>
struct codec<std::nullopt_t> : null_codec {};

}  // namespace pgpipe::types
