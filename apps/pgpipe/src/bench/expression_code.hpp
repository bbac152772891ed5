#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/expression.hpp"
#include "bench/value.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// Builds the code of an expression, operand by operand. Computes what is constant on the way; what would fail is left
// to fail when it is run, if it is.
class expression_code {
 public:
  void push(const value& constant);
  void push(variable_slot variable);

  // An operator on the two topmost values, or NOT and check_boolean on the topmost one.
  void apply(opcode code);

  // Exchanges the code of two operands, of which the first starts at `first` and the second at `second`.
  void swap_operands(std::size_t first, std::size_t second);

  // Calls a function of `count` arguments, at least one.
  void call(opcode code, std::size_t count);

  // Puts a jump whose distance is given later by land(); returns its place.
  [[nodiscard]] std::size_t jump(opcode code);

  // Lets the jump at `place` lead to what comes next.
  void land(std::size_t place);

  [[nodiscard]] std::size_t size() const { return code_.size(); }

  // The finished expression; leaves the builder empty.
  [[nodiscard]] expression finish();

 private:
  bool fold(opcode code);

  std::vector<instruction> code_;
  std::size_t landing_ = 0;  // jumps lead here or before: code from here on runs straight
};

}  // namespace pgpipe::app::bench
