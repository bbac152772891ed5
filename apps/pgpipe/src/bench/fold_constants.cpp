#include "bench/fold_constants.hpp"

#include <algorithm>
#include <vector>

#include "bench/expression_code.hpp"

namespace pgpipe::app::bench {
namespace {

// By slot: the variables that some command assigns.
std::vector<bool> assigned_variables(const program& source, std::size_t variables) {
  std::vector<bool> assigned(variables);
  for (const script& each : source.scripts) {
    for (const command& one : each.commands) {
      if (one.target != no_variable) assigned[one.target] = true;
      if (one.rows != row_use::none) assigned.assign(variables, true);
    }
  }
  return assigned;
}

bool jumps(const instruction& step) {
  return step.code == opcode::jump || step.code == opcode::jump_unless || step.code == opcode::and_left ||
         step.code == opcode::or_left;
}

// Code that runs straight is built once more, since a constant operand lets its operator be computed as well.
void build_again(expression& target) {
  if (std::any_of(target.code.begin(), target.code.end(), jumps)) return;
  expression_code code;
  for (const instruction& step : target.code) {
    switch (step.code) {
      case opcode::push_constant: code.push(step.constant); break;
      case opcode::push_variable: code.push(step.index); break;
      default:
        if (step.count == 0) {
          code.apply(step.code);
        } else {
          code.call(step.code, step.count);
        }
    }
  }
  target = code.finish();
}

void fold(expression& target, const std::vector<bool>& assigned, variables& shared) {
  bool replaced = false;
  for (instruction& step : target.code) {
    if (step.code != opcode::push_variable || assigned[step.index]) continue;
    const value* known = shared.get(step.index);
    if (known == nullptr) continue;
    step = {opcode::push_constant, 0, 0, *known};
    replaced = true;
  }
  if (replaced) build_again(target);
}

}  // namespace

void fold_constants(program& target, variables shared) {
  const std::vector<bool> assigned = assigned_variables(target, shared.names().size());
  for (script& each : target.scripts) {
    for (command& one : each.commands) fold(one.formula, assigned, shared);
  }
}

}  // namespace pgpipe::app::bench
