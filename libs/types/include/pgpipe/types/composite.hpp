#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <pgpipe/types/array.hpp>
#include <pgpipe/types/binary_reader.hpp>
#include <pgpipe/types/cpp_name.hpp>
#include <pgpipe/types/members.hpp>
#include <pgpipe/types/nested.hpp>

namespace pgpipe::types {
namespace detail {

template <typename T>
inline constexpr bool is_tuple = false;
template <typename... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;
template <typename A, typename B>
inline constexpr bool is_tuple<std::pair<A, B>> = true;

// std::array and its like have a size of their own, and no names for members.
template <typename T>
concept plain_struct = std::is_class_v<T> && std::is_aggregate_v<T> && !std::is_empty_v<T> &&
                       !requires { std::tuple_size<T>::value; } && std::is_default_constructible_v<T>;

template <typename T>
struct members {
  using type = members_of<T>;
};
template <typename T>
  requires is_tuple<T>
struct members<T> {
  using type = T;
};

// References to the members of a struct, or of a tuple.
template <typename T>
auto tie(T& value) {
  if constexpr (is_tuple<std::remove_const_t<T>>) {
    return std::apply([](auto&... each) { return std::tie(each...); }, value);
  } else {
    return tie_members<member_count<std::remove_const_t<T>>>(value);
  }
}

}  // namespace detail

// A struct or tuple whose members stand for a composite's fields, or for the columns of a row, in their order.
template <typename T>
concept composite = detail::is_tuple<T> || detail::plain_struct<T>;

template <composite T>
using members_of = typename detail::members<T>::type;

namespace detail {

// Splits a composite's text into its fields. False when it is malformed.
[[nodiscard]] bool parse_composite(std::string_view text, std::vector<text_part>& fields);

// "field 2" and what is wrong with it.
[[nodiscard]] error in_field(std::size_t field, error cause);

}  // namespace detail

// A composite type's value, or a record's. They are written as text, because the server wants a composite's fields by
// their exact types, which only it knows; they are read in both formats. A member that may be NULL is std::optional.
// In binary every field says its type, which must be the member's.
template <composite T>
struct codec<T> {
  using members = members_of<T>;
  static constexpr std::size_t count = std::tuple_size_v<members>;
  static constexpr bool is_composite = true;
  static constexpr std::string_view name = detail::is_tuple<T> ? "std::tuple" : detail::cpp_name<T>();
  static constexpr std::uint32_t type = 0;

  static constexpr format format_for(std::uint32_t) { return format::text; }

  template <writer Writer>
  static result<void> encode(Writer& out, const T& value, std::uint32_t parameter, format as) {
    if (!type_name(parameter).empty() && parameter != oid::record) return fail(write_error(name, parameter, as));
    if (as == format::text) return write_text(out, value);
    if constexpr (patching_writer<Writer>) {
      return write_binary(out, value);
    } else {
      return fail(write_error(name, parameter, as));
    }
  }

  static result<T> decode(field_view value, std::uint32_t stored, format as) {
    if (!type_name(stored).empty() && stored != oid::record) return fail(read_error(stored, as, name));
    return as == format::text ? read_text(value.text(), stored) : read_binary(value, stored);
  }

 private:
  // Calls `each(member, index)` until one returns an error.
  template <typename Value, typename Each>
  static result<void> for_each(Value& value, Each&& each) {
    auto parts = detail::tie(value);
    result<void> outcome;
    const auto step = [&](auto& member, std::size_t i) {
      outcome = each(member, i);
      if (!outcome) outcome = fail(detail::in_field(i + 1, std::move(outcome).error()));
      return outcome.has_value();
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::ignore = (step(std::get<I>(parts), I) && ...);
    }(std::make_index_sequence<count>());
    return outcome;
  }

  template <writer Writer>
  static result<void> write_text(Writer& out, const T& value) {
    std::string text = "(";
    std::string part;
    auto written = for_each(value, [&]<typename M>(const M& member, std::size_t i) -> result<void> {
      if (i != 0) text += ',';
      if (is_null(member)) return {};
      if (auto each = detail::write_part(part, member, codec<M>::type); !each) return each;
      detail::append_quoted(text, part);
      return {};
    });
    if (!written) return written;
    text += ')';
    detail::write_bytes(out, text);
    return {};
  }

  template <writer Writer>
  static result<void> write_binary(Writer& out, const T& value) {
    detail::write_integer(out, static_cast<std::int32_t>(count));
    return for_each(value, [&]<typename M>(const M& member, std::size_t) {
      detail::write_integer(out, detail::binary_type<M>());
      return detail::write_field(out, member, detail::binary_type<M>());
    });
  }

  static result<T> read_text(std::string_view text, std::uint32_t stored) {
    std::vector<detail::text_part> parts;
    if (!detail::parse_composite(text, parts)) return fail(malformed_error(stored, format::text));
    // A composite without fields is () as well.
    if (parts.size() != count) return fail(count_error(stored, name, "fields", parts.size(), count));
    T out{};
    std::string scratch;
    auto read = for_each(out, [&]<typename M>(M& member, std::size_t i) -> result<void> {
      if constexpr (detail::is_view<M>) return fail(read_error(codec<M>::type, format::text, codec<M>::name));
      result<M> each = detail::read_part<M>(parts[i], codec<M>::type, scratch);
      if (!each) return fail(std::move(each).error());
      member = *std::move(each);
      return {};
    });
    if (!read) return fail(std::move(read).error());
    return out;
  }

  static result<T> read_binary(field_view value, std::uint32_t stored) {
    binary_reader in(value);
    const auto fields = in.integer<std::uint32_t>();
    if (!in.ok()) return fail(malformed_error(stored, format::binary));
    if (fields != count) return fail(count_error(stored, name, "fields", fields, count));
    T out{};
    auto read = for_each(out, [&]<typename M>(M& member, std::size_t) -> result<void> {
      const auto field_type = in.integer<std::uint32_t>();
      const field_view field = in.field();
      if (!in.ok()) return fail(malformed_error(stored, format::binary));
      result<M> each = types::decode<M>(field, field_type, format::binary);
      if (!each) return fail(std::move(each).error());
      member = *std::move(each);
      return {};
    });
    if (!read) return fail(std::move(read).error());
    if (!in.complete()) return fail(malformed_error(stored, format::binary));
    return out;
  }
};

}  // namespace pgpipe::types
