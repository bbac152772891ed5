#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pgpipe::app::bench {

enum class value_type : std::uint8_t { null, boolean, integer, real };

// The word that messages use for a type: "null", "boolean", "int" or "double".
[[nodiscard]] std::string_view to_string(value_type type);

// A value of the expression language. Left uninitialised by default, so that an evaluation stack costs nothing.
struct value {
  value_type type;
  union {
    bool boolean;
    std::int64_t integer;
    double real;
  };

  // NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): what a value's type does not use stays unset, in the hot path
  [[nodiscard]] static value make_null() {
    value result;
    result.type = value_type::null;
    result.integer = 0;
    return result;
  }
  [[nodiscard]] static value make(bool boolean) {
    value result;
    result.type = value_type::boolean;
    result.integer = 0;
    result.boolean = boolean;
    return result;
  }
  [[nodiscard]] static value make(std::int64_t integer) {
    value result;
    result.type = value_type::integer;
    result.integer = integer;
    return result;
  }
  [[nodiscard]] static value make(double real) {
    value result;
    result.type = value_type::real;
    result.real = real;
    return result;
  }
  // NOLINTEND(cppcoreguidelines-pro-type-member-init)

  [[nodiscard]] bool is_null() const { return type == value_type::null; }
  [[nodiscard]] bool is_integer() const { return type == value_type::integer; }
};

// to = from, type and payload one after the other: a copy of the whole struct at once would have to wait until the two
// stores that have just made the value reach the cache.
inline void assign(value& to, const value& from) {
  to.type = from.type;
  std::memcpy(&to.integer, &from.integer, sizeof to.integer);
}

// The truth of a condition: a number other than zero, or true.
[[nodiscard]] bool is_true(const value& condition);

// Same type and same value; the meaning of IS.
[[nodiscard]] bool is_identical(const value& left, const value& right);

inline constexpr std::size_t max_rendered_size = 24;  // -9223372036854775808 has 20, -1.23456789012345e-308 has 22

// The text that stands for a value in SQL: NULL, true, false, decimal digits, or %.15g with the server's words NaN,
// Infinity and -Infinity. Writes at most max_rendered_size bytes, which the returned view shows.
[[nodiscard]] std::string_view render(const value& source, char* buffer);

}  // namespace pgpipe::app::bench
