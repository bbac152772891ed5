#pragma once

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {
namespace detail {

// Whether a value whose own type is `own` may go to a parameter of `type`: in binary to that type alone, as text also
// to types that only the server knows, such as domains and enums.
[[nodiscard]] bool may_send(std::uint32_t own, std::uint32_t type, format as);

// Whether a column of `stored` may be read as `own`: the type must be the same. A type that only the server knows never
// is, because a domain's column arrives under the type that it is over.
[[nodiscard]] inline bool may_read(std::uint32_t own, std::uint32_t stored) { return own == stored; }

// The codec of a C++ type that stands for one PostgreSQL type. `Form` has, beside its name and type,
//
//   static bool can_send(const T&);                     whether the type holds the value
//   static std::size_t room(const T&, format);          bytes that the value needs at most
//   static std::size_t write_text(char*, const T&);     how many were used
//   static std::size_t write_binary(std::byte*, const T&);
//   static bool read_text(std::string_view, T&);        false when it is malformed
//   static bool read_binary(field_view, T&);
template <typename T, typename Form>
struct scalar_codec {
  static constexpr format format_for(std::uint32_t parameter) {
    return parameter == 0 || parameter == Form::type ? format::binary : format::text;
  }

  template <writer Writer>
  static result<void> encode(Writer& out, const T& value, std::uint32_t parameter, format as) {
    if (!may_send(Form::type, parameter, as)) return fail(write_error(Form::name, parameter, as));
    if (!Form::can_send(value)) return fail(write_range_error(Form::name, parameter));
    std::byte* to = out.room(Form::room(value, as));
    out.advance(as == format::binary ? Form::write_binary(to, value)
                                     : Form::write_text(reinterpret_cast<char*>(to), value));
    return {};
  }

  static bool try_decode(field_view value, std::uint32_t stored, format as, T& out) {
    if (!may_read(Form::type, stored)) return false;
    return as == format::binary ? Form::read_binary(value, out) : Form::read_text(value.text(), out);
  }

  static result<T> decode(field_view value, std::uint32_t stored, format as) {
    T out{};
    if (try_decode(value, stored, as, out)) [[likely]]
      return out;
    return fail(may_read(Form::type, stored) ? malformed_error(stored, as) : read_error(stored, as, Form::name));
  }
};

}  // namespace detail
}  // namespace pgpipe::types
