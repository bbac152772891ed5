#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/string_writer.hpp>
#include <pgpipe/types/text.hpp>

// What the codecs of values that hold values have in common: arrays, ranges, composites.
namespace pgpipe::types {

// A writer that can go back to write a length where position() was when it was not known yet.
template <typename T>
concept patching_writer = writer<T> && requires(T out, std::size_t at, std::int32_t value) {
  { out.position() } -> std::convertible_to<std::size_t>;
  out.patch_int4(at, value);
};

namespace detail {

// A view of the row, which only bytes that stand there as they are can give: those of a binary value.
template <typename T>
inline constexpr bool is_view = false;
template <>
inline constexpr bool is_view<std::string_view> = true;
template <>
inline constexpr bool is_view<std::span<const std::byte>> = true;
template <typename T>
inline constexpr bool is_view<std::optional<T>> = is_view<T>;

template <typename T>
struct without_optional {
  using type = T;
};
template <typename T>
struct without_optional<std::optional<T>> : without_optional<T> {};

template <typename T>
concept string_like =
    std::derived_from<codec<typename without_optional<T>::type>, text_codec<typename without_optional<T>::type>>;

// Whether T's codec writes a part of this type in binary. Strings prefer text where they may choose, but a textual type
// is the same in both.
template <typename T>
constexpr bool writes_binary(std::uint32_t type) {
  return codec<T>::format_for(type) == format::binary || (string_like<T> && is_textual(type));
}

// What a part that is written in binary says that it is: where its codec leaves that to the server, strings are text.
template <typename T>
constexpr std::uint32_t binary_type() {
  using own = codec<typename without_optional<T>::type>;
  if constexpr (requires { own::binary_type; }) {
    return own::binary_type;
  } else {
    return string_like<T> ? oid::text : own::type;
  }
}

template <writer Writer>
void write_bytes(Writer& out, std::string_view text) {
  if (!text.empty()) std::memcpy(out.room(text.size()), text.data(), text.size());
  out.advance(text.size());
}

template <std::integral Integer, writer Writer>
void write_integer(Writer& out, Integer value) {
  store_big_endian(out.room(sizeof value), value);
  out.advance(sizeof value);
}

// A length, or -1 for NULL, and the value in binary.
template <patching_writer Writer, typename T>
result<void> write_field(Writer& out, const T& value, std::uint32_t type) {
  const std::size_t at = out.position();
  write_integer(out, std::int32_t{-1});
  if (is_null(value)) return {};
  if (auto written = types::encode(out, value, type, format::binary); !written) return written;
  const std::size_t size = out.position() - at - 4;
  if (!std::in_range<std::int32_t>(size)) return fail(write_range_error(codec<T>::name, type));
  out.patch_int4(at, static_cast<std::int32_t>(size));
  return {};
}

// The text of a value that is not NULL, in place of what `to` held.
template <typename T>
result<void> write_part(std::string& to, const T& value, std::uint32_t type) {
  to.clear();
  string_writer out(to);
  return types::encode(out, value, type, format::text);
}

// A part of a value's text: as it stands there, and what must be done before it is read.
struct text_part {
  std::string_view raw;
  bool null = false;
  bool escaped = false;  // has backslashes or doubled quotes
};

// Takes a field of a composite or a bound of a range off the front of `text`. It ends before the first of `ends`
// outside of quotes, where none of `openers` may stand. Within quotes, and outside of them behind a backslash,
// everything stands for itself; two quotes within quotes are one. The server puts quotes around the whole part or not
// at all; one that is empty and not quoted is NULL. False where the text is malformed or ends before the part does.
[[nodiscard]] bool take_part(std::string_view& text, std::string_view ends, std::string_view openers, text_part& out);

// The part without its escapes; it refers to the text or to `scratch`. No quote stands in `raw` alone: "" is one quote.
[[nodiscard]] std::string_view unescape(const text_part& part, std::string& scratch);

template <typename T>
result<T> read_part(const text_part& part, std::uint32_t type, std::string& scratch) {
  if (part.null) return types::decode<T>({}, type, format::text);
  const std::string_view text = unescape(part, scratch);
  return types::decode<T>({reinterpret_cast<const std::byte*>(text.data()), text.size()}, type, format::text);
}

// Appends a part in quotes, with every quote and backslash behind a backslash: all readers of arrays, composites and
// ranges take that.
void append_quoted(std::string& to, std::string_view part);

// A compile-time "prefix" + name + "suffix", for what messages call a type.
template <std::size_t N>
struct fixed_text {
  std::array<char, N> chars{};
  [[nodiscard]] constexpr std::string_view view() const { return {chars.data(), N}; }
};

template <std::size_t N>
constexpr fixed_text<N> join(std::string_view before, std::string_view name, std::string_view behind) {
  fixed_text<N> out;
  char* at = out.chars.data();
  for (const std::string_view part : {before, name, behind}) {
    for (const char c : part) *at++ = c;
  }
  return out;
}

}  // namespace detail
}  // namespace pgpipe::types
