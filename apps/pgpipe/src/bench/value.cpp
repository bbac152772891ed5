#include "bench/value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pgpipe::app::bench {
namespace {

std::string_view copy(std::string_view word, char* buffer) {
  std::copy(word.begin(), word.end(), buffer);
  return {buffer, word.size()};
}

}  // namespace

std::string_view to_string(value_type type) {
  switch (type) {
    case value_type::null: return "null";
    case value_type::boolean: return "boolean";
    case value_type::integer: return "int";
    case value_type::real: return "double";
  }
  return "";
}

bool is_true(const value& condition) {
  switch (condition.type) {
    case value_type::null: return false;
    case value_type::boolean: return condition.boolean;
    case value_type::integer: return condition.integer != 0;
    case value_type::real: return condition.real != 0.0;
  }
  return false;
}

bool is_identical(const value& left, const value& right) {
  if (left.type != right.type) return false;
  switch (left.type) {
    case value_type::null: return true;
    case value_type::boolean: return left.boolean == right.boolean;
    case value_type::integer: return left.integer == right.integer;
    case value_type::real: return left.real == right.real;
  }
  return false;
}

std::string_view render(const value& source, char* buffer) {
  constexpr int digits = 15;
  char* const limit = buffer + max_rendered_size;
  switch (source.type) {
    case value_type::null: return copy("NULL", buffer);
    case value_type::boolean: return copy(source.boolean ? "true" : "false", buffer);
    case value_type::integer: {
      const char* end = std::to_chars(buffer, limit, source.integer).ptr;
      return {buffer, static_cast<std::size_t>(end - buffer)};
    }
    case value_type::real: {
      if (std::isnan(source.real)) return copy("NaN", buffer);
      if (std::isinf(source.real)) return copy(source.real > 0 ? "Infinity" : "-Infinity", buffer);
      const char* end = std::to_chars(buffer, limit, source.real, std::chars_format::general, digits).ptr;
      return {buffer, static_cast<std::size_t>(end - buffer)};
    }
  }
  return {};
}

}  // namespace pgpipe::app::bench
