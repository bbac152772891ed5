#pragma once

#include <cstdint>
#include <string>

#include "bench/expression.hpp"
#include "bench/value.hpp"

// The operators of the expression language. Each returns false when it fails, and then says why in `error`.
namespace pgpipe::app::bench {

// What an operand counts as; a double counts as the nearest integer, ties to even.
[[nodiscard]] bool to_integer(const value& source, std::int64_t& number, std::string& error);
[[nodiscard]] bool to_double(const value& source, double& number, std::string& error);
[[nodiscard]] bool to_boolean(const value& source, bool& truth, std::string& error);

// left = left OP right. Handles every binary operator, NULL and all mixtures of types.
[[nodiscard]] bool apply_binary(opcode code, value& left, const value& right, std::string& error);

// a OP b for add, subtract and multiply of integers; false when the result is out of range.
[[nodiscard]] inline bool compute_integers(opcode code, std::int64_t a, std::int64_t b, std::int64_t& computed) {
  switch (code) {
    case opcode::add: return !__builtin_add_overflow(a, b, &computed);
    case opcode::subtract: return !__builtin_sub_overflow(a, b, &computed);
    default: return !__builtin_mul_overflow(a, b, &computed);
  }
}

}  // namespace pgpipe::app::bench
