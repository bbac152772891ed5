#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pgpipe/types/binary_reader.hpp>
#include <pgpipe/types/bytea.hpp>
#include <pgpipe/types/nested.hpp>
#include <pgpipe/types/oid_table.hpp>

namespace pgpipe::types {

// The server's limit.
inline constexpr std::size_t greatest_dimension_count = 6;

struct array_dimension {
  std::int32_t size = 0;
  std::int32_t lower_bound = 1;

  friend bool operator==(const array_dimension&, const array_dimension&) = default;
};

// An array of any number of dimensions, with its lower bounds. The elements stand in the order of the server's text,
// the last dimension's index running fastest; there are as many as the product of the dimensions' sizes. An empty array
// has no dimensions. Elements that may be NULL are std::optional.
template <typename T>
struct array {
  std::vector<array_dimension> dimensions;
  std::vector<T> elements;

  array() = default;
  // Of one dimension, from 1 on.
  explicit array(std::vector<T> all) : elements(std::move(all)) {
    if (!elements.empty()) dimensions.push_back({static_cast<std::int32_t>(elements.size()), 1});
  }
  array(std::vector<array_dimension> shape, std::vector<T> all)
      : dimensions(std::move(shape)), elements(std::move(all)) {}

  friend bool operator==(const array&, const array&) = default;
};

namespace detail {

// Splits an array's text into its dimensions and elements. False when it is malformed.
[[nodiscard]] bool parse_array(std::string_view text, char delimiter, std::vector<array_dimension>& dimensions,
                               std::vector<text_part>& elements);

// Reads what stands before the elements of a binary array, which are as many as the return value says, at least four
// bytes each. Nothing when it is malformed.
[[nodiscard]] std::optional<std::size_t> read_array_header(binary_reader& in, std::vector<array_dimension>& dimensions,
                                                           std::uint32_t& element);

// Whether the dimensions are possible and make `elements` elements.
[[nodiscard]] bool is_shape_of(const std::vector<array_dimension>& dimensions, std::size_t elements);

// "[2:4][0:1]=", or nothing where every lower bound is 1.
void append_bounds(std::string& to, const std::vector<array_dimension>& dimensions);

// The braces and delimiters before element `i` and, for the number of elements, those at the end.
void append_separator(std::string& to, const std::vector<array_dimension>& dimensions, std::size_t i, char delimiter);

// Only box has another than the comma: its own text has commas.
constexpr char delimiter_of(std::uint32_t element) { return element == oid::box ? ';' : ','; }

// The type of the elements of an array of `type`: the codec's own where only the server knows. Nothing when `type` is
// no array type.
[[nodiscard]] std::optional<std::uint32_t> element_type(std::uint32_t type, std::uint32_t own);

// No element needs quotes whose text is a number, true or false; every other gets them.
[[nodiscard]] bool needs_quotes(std::string_view element);

// Arrays by their parts, for std::vector<T> and array<T>.
template <typename T>
struct array_codec {
  static constexpr std::uint32_t type = array_type_of(codec<T>::type);
  static constexpr std::uint32_t binary_type = array_type_of(detail::binary_type<T>());

  static constexpr std::uint32_t element_for(std::uint32_t parameter) {
    return parameter == type ? codec<T>::type : element_of(parameter);
  }

  static format format_for(std::uint32_t parameter) {
    const std::uint32_t element = element_for(parameter == 0 ? type : parameter);
    return element != 0 && writes_binary<T>(element) ? format::binary : format::text;
  }

  template <writer Writer>
  static result<void> write(Writer& out, const std::vector<array_dimension>& dimensions, const std::vector<T>& elements,
                            std::uint32_t parameter, format as, std::string_view name) {
    if (!is_shape_of(dimensions, elements.size())) return fail(write_range_error(name, parameter));
    const std::optional<std::uint32_t> element = element_type(parameter, codec<T>::type);
    if (!element) return fail(write_error(name, parameter, as));
    if (as == format::text) return write_text(out, dimensions, elements, *element);
    if constexpr (patching_writer<Writer>) {
      const std::uint32_t told = *element == 0 ? detail::binary_type<T>() : *element;
      if (told != 0) return write_binary(out, dimensions, elements, told);
    }
    return fail(write_error(name, parameter, as));
  }

  static result<array<T>> read(field_view value, std::uint32_t stored, format as, std::string_view name) {
    const std::optional<std::uint32_t> element = element_type(stored, codec<T>::type);
    if (!element) return fail(read_error(stored, as, name));
    return as == format::text ? read_text(value.text(), stored, *element, name) : read_binary(value, stored, *element);
  }

 private:
  template <writer Writer>
  static result<void> write_binary(Writer& out, const std::vector<array_dimension>& dimensions,
                                   const std::vector<T>& elements, std::uint32_t element) {
    bool has_nulls = false;
    for (const T& each : elements) has_nulls = has_nulls || is_null(each);
    write_integer(out, static_cast<std::int32_t>(dimensions.size()));
    write_integer(out, std::int32_t{has_nulls});
    write_integer(out, element);
    for (const array_dimension& each : dimensions) {
      write_integer(out, each.size);
      write_integer(out, each.lower_bound);
    }
    for (const T& each : elements) {
      if (auto written = write_field(out, each, element); !written) return written;
    }
    return {};
  }

  template <writer Writer>
  static result<void> write_text(Writer& out, const std::vector<array_dimension>& dimensions,
                                 const std::vector<T>& elements, std::uint32_t element) {
    const char delimiter = delimiter_of(element);
    std::string text;
    std::string part;
    append_bounds(text, dimensions);
    std::size_t i = 0;
    for (const T& each : elements) {
      append_separator(text, dimensions, i++, delimiter);
      if (is_null(each)) {
        text += "NULL";
        continue;
      }
      if (auto written = write_part(part, each, element); !written) return written;
      if (needs_quotes(part)) {
        append_quoted(text, part);
      } else {
        text += part;
      }
    }
    append_separator(text, dimensions, elements.size(), delimiter);
    write_bytes(out, text);
    return {};
  }

  static result<array<T>> read_text(std::string_view text, std::uint32_t stored, std::uint32_t element,
                                    std::string_view name) {
    if constexpr (is_view<T>) return fail(read_error(stored, format::text, name));
    array<T> out;
    std::vector<text_part> parts;
    if (!parse_array(text, delimiter_of(element), out.dimensions, parts)) {
      return fail(malformed_error(stored, format::text));
    }
    out.elements.reserve(parts.size());
    std::string scratch;
    for (const text_part& part : parts) {
      result<T> value = read_part<T>(part, element, scratch);
      if (!value) return fail(std::move(value).error());
      out.elements.push_back(*std::move(value));
    }
    return out;
  }

  static result<array<T>> read_binary(field_view value, std::uint32_t stored, std::uint32_t element) {
    binary_reader in(value);
    array<T> out;
    std::uint32_t told = 0;
    const std::optional<std::size_t> count = read_array_header(in, out.dimensions, told);
    if (!count || (element_of(stored) != 0 && told != element)) return fail(malformed_error(stored, format::binary));
    out.elements.reserve(*count);
    for (std::size_t i = 0; i != *count; ++i) {
      const field_view field = in.field();
      if (!in.ok()) return fail(malformed_error(stored, format::binary));
      result<T> each = types::decode<T>(field, told, format::binary);
      if (!each) return fail(std::move(each).error());
      out.elements.push_back(*std::move(each));
    }
    if (!in.complete()) return fail(malformed_error(stored, format::binary));
    return out;
  }
};

}  // namespace detail

template <typename T>
struct codec<array<T>> : detail::array_codec<T> {
  using parts = detail::array_codec<T>;
  static constexpr auto full_name = detail::join<14 + codec<T>::name.size()>("types::array<", codec<T>::name, ">");
  static constexpr std::string_view name = full_name.view();

  template <writer Writer>
  static result<void> encode(Writer& out, const array<T>& value, std::uint32_t parameter, format as) {
    return parts::write(out, value.dimensions, value.elements, parameter, as, name);
  }

  static result<array<T>> decode(field_view value, std::uint32_t stored, format as) {
    return parts::read(value, stored, as, name);
  }
};

// Arrays of one dimension. A lower bound other than 1 is dropped; array<T> keeps it.
template <typename T>
struct codec<std::vector<T>> : detail::array_codec<T> {
  using parts = detail::array_codec<T>;
  static constexpr auto full_name = detail::join<13 + codec<T>::name.size()>("std::vector<", codec<T>::name, ">");
  static constexpr std::string_view name = full_name.view();

  template <writer Writer>
  static result<void> encode(Writer& out, const std::vector<T>& value, std::uint32_t parameter, format as) {
    std::vector<array_dimension> dimensions;
    if (!std::in_range<std::int32_t>(value.size())) return fail(write_range_error(name, parameter));
    if (!value.empty()) dimensions.push_back({static_cast<std::int32_t>(value.size()), 1});
    return parts::write(out, dimensions, value, parameter, as, name);
  }

  static result<std::vector<T>> decode(field_view value, std::uint32_t stored, format as) {
    result<array<T>> all = parts::read(value, stored, as, name);
    if (!all) return fail(std::move(all).error());
    if (all->dimensions.size() > 1) return fail(count_error(stored, name, "dimensions", all->dimensions.size(), 1));
    return std::move(all->elements);
  }
};

}  // namespace pgpipe::types
