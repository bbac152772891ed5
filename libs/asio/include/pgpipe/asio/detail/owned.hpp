#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pgpipe::asio_client::detail {

// What a request keeps of an argument until it is written, which may be long after the call that gave it: views become
// copies.
template <typename T>
struct owned {
  using type = T;
};
template <>
struct owned<std::string_view> {
  using type = std::string;
};
template <>
struct owned<const char*> {
  using type = std::optional<std::string>;  // a null pointer is NULL
};
template <>
struct owned<char*> : owned<const char*> {};
template <std::size_t Extent>
struct owned<std::span<const std::byte, Extent>> {
  using type = std::vector<std::byte>;
};
template <std::size_t Extent>
struct owned<std::span<std::byte, Extent>> : owned<std::span<const std::byte, Extent>> {};
template <typename T>
struct owned<std::optional<T>> {
  using type = std::optional<typename owned<T>::type>;
};

template <typename T>
using owned_t = typename owned<std::decay_t<T>>::type;

template <typename T>
owned_t<T> to_owned(T&& value) {
  using given = std::decay_t<T>;
  if constexpr (std::is_same_v<given, const char*> || std::is_same_v<given, char*>) {
    const char* text = value;
    return text == nullptr ? std::nullopt : owned_t<T>(text);
  } else if constexpr (std::is_same_v<owned_t<T>, given>) {
    return static_cast<T&&>(value);
  } else if constexpr (std::is_same_v<owned_t<T>, std::vector<std::byte>>) {
    return {value.begin(), value.end()};
  } else if constexpr (requires { value.has_value(); }) {
    return value.has_value() ? owned_t<T>(to_owned(*static_cast<T&&>(value))) : std::nullopt;
  } else {
    return owned_t<T>(value);
  }
}

}  // namespace pgpipe::asio_client::detail
