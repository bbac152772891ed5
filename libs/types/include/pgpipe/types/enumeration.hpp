#pragma once

#include <cstring>
#include <string_view>
#include <type_traits>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/cpp_name.hpp>
#include <pgpipe/types/text.hpp>

namespace pgpipe::types {

// The labels of an enum: the point to specialise for a C++ enum that stands for one of the server's.
//
//   template <>
//   struct pgpipe::types::enum_labels<color> {
//     static constexpr std::pair<color, std::string_view> all[] = {{color::red, "red"}, {color::green, "green"}};
//   };
template <typename Enum>
struct enum_labels;

template <typename Enum>
concept labelled_enum = std::is_enum_v<Enum> && requires { enum_labels<Enum>::all; };

// A label, which is the same in both formats. It is read from an enum, whose type only the server knows, and from text.
template <labelled_enum Enum>
struct codec<Enum> {
  static constexpr std::string_view name = detail::cpp_name<Enum>();
  static constexpr std::uint32_t type = 0;

  static constexpr format format_for(std::uint32_t) { return format::text; }

  template <writer Writer>
  static result<void> encode(Writer& out, Enum value, std::uint32_t parameter, format as) {
    if (!has_label_form(parameter)) return fail(write_error(name, parameter, as));
    for (const auto& [each, label] : enum_labels<Enum>::all) {
      if (each != value) continue;
      std::memcpy(out.room(label.size()), label.data(), label.size());
      out.advance(label.size());
      return {};
    }
    return fail(write_range_error(name, parameter));
  }

  static result<Enum> decode(field_view value, std::uint32_t stored, format as) {
    if (!has_label_form(stored)) return fail(read_error(stored, as, name));
    for (const auto& [each, label] : enum_labels<Enum>::all) {
      if (label == value.text()) return each;
    }
    return fail(range_error(stored, name));
  }

 private:
  static bool has_label_form(std::uint32_t each) { return detail::is_textual(each) || type_name(each).empty(); }
};

}  // namespace pgpipe::types
