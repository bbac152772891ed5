#include "bench/expression_code.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "bench/operators.hpp"

namespace pgpipe::app::bench {
namespace {

bool is_binary(opcode code) { return code >= opcode::add && code <= opcode::less_equal; }

// What an instruction adds to the number of values on the stack, when it does not jump. After an unconditional jump
// the count is that of the next branch, which starts without the value that this one leaves.
int stack_effect(const instruction& step) {
  switch (step.code) {
    case opcode::push_constant:
    case opcode::push_variable: return 1;
    case opcode::logical_not:
    case opcode::check_boolean:
    case opcode::too_many_arguments: return 0;
    case opcode::is_identical:
    case opcode::jump:
    case opcode::and_left:
    case opcode::or_left:
    case opcode::jump_unless: return -1;
    default: return is_binary(step.code) ? -1 : 1 - step.count;
  }
}

std::size_t stack_size(const std::vector<instruction>& code) {
  int size = 0;
  int largest = 0;
  for (const instruction& step : code) {
    size += stack_effect(step);
    largest = std::max(largest, size);
  }
  return static_cast<std::size_t>(largest);
}

}  // namespace

void expression_code::push(const value& constant) { code_.push_back({opcode::push_constant, 0, 0, constant}); }

void expression_code::push(variable_slot variable) {
  code_.push_back({opcode::push_variable, 0, variable, value::make_null()});
}

void expression_code::apply(opcode code) {
  if (!is_binary(code) || !fold(code)) code_.push_back({code, 0, 0, value::make_null()});
}

bool expression_code::fold(opcode code) {
  if (code_.size() < landing_ + 2) return false;
  const instruction& right = code_.back();
  instruction& left = code_[code_.size() - 2];
  if (left.code != opcode::push_constant || right.code != opcode::push_constant) return false;
  value computed = left.constant;
  std::string error;
  if (!apply_binary(code, computed, right.constant, error)) return false;
  left.constant = computed;
  code_.pop_back();
  return true;
}

void expression_code::swap_operands(std::size_t first, std::size_t second) {
  const auto at = [this](std::size_t place) { return code_.begin() + static_cast<std::ptrdiff_t>(place); };
  std::rotate(at(first), at(second), code_.end());  // jumps are relative and stay within their operand
  if (landing_ > first) landing_ = code_.size();
}

void expression_code::call(opcode code, std::size_t count) {
  code_.push_back({code, static_cast<std::uint8_t>(count), 0, value::make_null()});
}

std::size_t expression_code::jump(opcode code) {
  code_.push_back({code, 0, 0, value::make_null()});
  return code_.size() - 1;
}

void expression_code::land(std::size_t place) {
  code_[place].index = static_cast<std::uint32_t>(code_.size() - place - 1);
  landing_ = code_.size();
}

expression expression_code::finish() {
  expression finished;
  finished.stack_size = stack_size(code_);
  finished.code = std::exchange(code_, {});
  landing_ = 0;
  return finished;
}

}  // namespace pgpipe::app::bench
