#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/random.hpp"
#include "bench/value.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// What an instruction of a compiled expression does with the evaluation's stack.
// clang-format off: a line is a group
enum class opcode : std::uint8_t {
  push_constant,
  push_variable,
  // binary operators: two operands become one result
  add, subtract, multiply, divide, modulo,
  bit_and, bit_or, bit_xor, shift_left, shift_right,
  equal, not_equal, less, less_equal,
  is_identical,
  logical_not,
  // control flow, always forward: `index` is how many instructions to leap over
  jump,
  and_left,       // decides AND from its left operand, or drops it and goes on with the right one
  or_left,        // likewise OR
  check_boolean,  // the right operand of AND and OR
  jump_unless,    // takes a condition off the stack and leaps unless it is true
  too_many_arguments,  // fails
  // functions of `count` arguments
  absolute, least, greatest, to_integer, to_double,
  square_root, logarithm, exponential, power, debug,
  random_uniform, random_exponential, random_gaussian, random_zipfian,
  hash_fnv1a, hash_murmur2, permute,
};
// clang-format on

struct instruction {
  opcode code = opcode::push_constant;
  std::uint8_t count = 0;
  std::uint32_t index = 0;  // a variable's slot, or how far to jump
  value constant = value::make_null();
};

// An expression ready to run: postfix code whose variables are slots. Immutable and shared by all threads. Made by
// compile_expression() of expression_parser.hpp.
struct expression {
  std::vector<instruction> code;
  std::size_t stack_size = 0;  // the most values that are on the stack at once
};

// What one client's evaluations work with. Keep one for each client, or make one for each call: it is cheap.
struct evaluation {
  bench::variables& variables;
  random_state& random;
  int script = 0;                                        // what debug() says: the script, counted from 0
  int command = 0;                                       // and the command, counted from 1
  void (*print_debug)(std::string_view line) = nullptr;  // gets debug()'s lines; nullptr is the standard error
  std::string error = {};                                // why the last evaluation failed
};

// Computes the expression. Allocates nothing, unless it fails or is nested some 60 levels deep. False when it fails;
// then `with.error` says why and `outcome` is unspecified.
[[nodiscard]] bool evaluate(const expression& compiled, evaluation& with, value& outcome);

}  // namespace pgpipe::app::bench
