#include "bench/expression.hpp"

#include "bench/functions.hpp"
#include "bench/operators.hpp"

namespace pgpipe::app::bench {
namespace {

// What is evaluated without asking for memory. Real expressions need two to four values.
constexpr std::size_t inline_stack_size = 64;

// AND and OR after their left operand: true when it alone decides, and then it is the result. `deciding` is the truth
// that decides. NULL decides too, whatever the right operand is.
bool decides(const value& left, bool deciding, bool& decided, std::string& error) {
  bool truth = deciding;
  if (!left.is_null() && !to_boolean(left, truth, error)) return false;
  decided = left.is_null() || truth == deciding;
  return true;
}

bool negate(value& operand, std::string& error) {
  bool truth = false;
  if (operand.is_null()) return true;
  if (!to_boolean(operand, truth, error)) return false;
  operand = value::make(!truth);
  return true;
}

bool check_boolean(const value& operand, std::string& error) {
  bool truth = false;
  return operand.is_null() || to_boolean(operand, truth, error);
}

// What run() leaves to others: `top` is one past the topmost value.
bool run_step(const instruction& step, value*& top, evaluation& with) {
  switch (step.code) {
    case opcode::push_variable: with.error = with.variables.explain(step.index); return false;
    case opcode::too_many_arguments: with.error = "too many function arguments, maximum is 16"; return false;
    case opcode::is_identical:
      --top;
      top[-1] = value::make(is_identical(top[-1], top[0]));
      return true;
    case opcode::logical_not: return negate(top[-1], with.error);
    case opcode::check_boolean: return check_boolean(top[-1], with.error);
    default: break;
  }
  if (step.count == 0) {
    --top;
    return apply_binary(step.code, top[-1], top[0], with.error);
  }
  top -= step.count - 1;
  return call_function(step, top - 1, with);
}

// Runs the code on `stack`, whose first value becomes the outcome. The frequent steps on integers stand here; the rest,
// NULLs, doubles and errors included, is run_step()'s.
bool run(const std::vector<instruction>& code, evaluation& with, value* stack) {
  value* top = stack;
  const instruction* const end = code.data() + code.size();
  for (const instruction* step = code.data(); step != end; ++step) {
    switch (step->code) {
      case opcode::push_constant: assign(*top++, step->constant); continue;
      case opcode::push_variable:
        if (const value* found = with.variables.get(step->index)) {
          assign(*top++, *found);
          continue;
        }
        break;
      case opcode::add:
      case opcode::subtract:
      case opcode::multiply:
        if (top[-2].is_integer() && top[-1].is_integer()) {
          std::int64_t computed = 0;
          if (!compute_integers(step->code, top[-2].integer, top[-1].integer, computed)) break;
          --top;
          top[-1].integer = computed;
          continue;
        }
        break;
      case opcode::random_uniform:
        if (top[-2].is_integer() && top[-1].is_integer() && is_random_range(top[-2].integer, top[-1].integer)) {
          --top;
          top[-1].integer = with.random.uniform(top[-1].integer, top[0].integer);
          continue;
        }
        break;
      case opcode::jump: step += step->index; continue;
      case opcode::jump_unless:
        if (!is_true(*--top)) step += step->index;
        continue;
      case opcode::and_left:
      case opcode::or_left: {
        bool decided = false;
        if (!decides(top[-1], step->code == opcode::or_left, decided, with.error)) return false;
        if (decided) {
          step += step->index;
        } else {
          --top;
        }
        continue;
      }
      default: break;
    }
    value* moved = top;  // a copy, so that top itself stays in a register
    if (!run_step(*step, moved, with)) return false;
    top = moved;
  }
  return true;
}

// random() of two constants, the most frequent expression of benchmarks once fold_constants() has been there: drawn
// without a stack.
bool is_draw(const std::vector<instruction>& code) {
  return code.size() == 3 && code[2].code == opcode::random_uniform && code[0].code == opcode::push_constant &&
         code[1].code == opcode::push_constant && code[0].constant.is_integer() && code[1].constant.is_integer() &&
         is_random_range(code[0].constant.integer, code[1].constant.integer);
}

}  // namespace

bool evaluate(const expression& compiled, evaluation& with, value& outcome) {
  if (is_draw(compiled.code)) {
    const instruction* const code = compiled.code.data();
    assign(outcome, value::make(with.random.uniform(code[0].constant.integer, code[1].constant.integer)));
    return true;
  }
  if (compiled.stack_size <= inline_stack_size) {
    value stack[inline_stack_size];
    if (!run(compiled.code, with, stack)) return false;
    assign(outcome, stack[0]);
    return true;
  }
  std::vector<value> stack(compiled.stack_size);
  if (!run(compiled.code, with, stack.data())) return false;
  assign(outcome, stack[0]);
  return true;
}

}  // namespace pgpipe::app::bench
