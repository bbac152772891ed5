#include "bench/expression_parser.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "bench/expression_code.hpp"
#include "bench/expression_functions.hpp"
#include "bench/expression_lexer.hpp"

namespace pgpipe::app::bench {
namespace {

// How tightly operators bind, loosest first.
enum level : int { any, or_level, and_level, not_level, is_level, comparison, bits, sum, product, unary };

// Each level of nesting takes stack of the parser; no script for people comes near.
constexpr int deepest_nesting = 500;

// Precedence climbing. A prefix operator that binds loosely (NOT, ~) still may stand as an operand of one that binds
// tightly, and then reaches as far to the right as its own level lets it: 2 * ~1 + 3 is 2 * (~(1 + 3)).
class expression_parser {
 public:
  expression_parser(std::string_view text, variable_names& names) : lexer_(text), names_(names) { advance(); }

  [[nodiscard]] tl::expected<expression, expression_error> parse() {
    if (!parse_expression(any)) return tl::unexpected(std::move(error_));
    if (current_.kind != token_kind::end) {
      refuse_current();
      return tl::unexpected(std::move(error_));
    }
    return code_.finish();
  }

 private:
  // Each parse_ function reads what its name says, leaves code that pushes its value, and returns false after an error.
  bool parse_expression(int lowest);
  bool parse_operand();
  bool parse_complement();
  bool parse_not();
  bool parse_minus();
  bool parse_parenthesis();
  bool parse_case();
  bool parse_branch(std::vector<std::size_t>& ends);
  bool parse_call();
  bool parse_arguments(std::size_t& count);
  bool parse_is();
  bool parse_lazy(opcode left, int operator_level);
  bool parse_binary(int operator_level, std::size_t first);

  bool call(const function_entry& function, const token& name, std::size_t count);
  bool expect(token_kind kind);
  bool refuse_current();
  bool refuse(const token& culprit, std::string message);
  void advance() { current_ = lexer_.next(); }
  bool skip(token_kind kind) {
    if (current_.kind != kind) return false;
    advance();
    return true;
  }

  expression_lexer lexer_;
  variable_names& names_;
  token current_;
  expression_code code_;
  expression_error error_;
  int nesting_ = 0;
};

int level_of(token_kind kind) {
  switch (kind) {
    case token_kind::or_: return or_level;
    case token_kind::and_: return and_level;
    case token_kind::is:
    case token_kind::isnull:
    case token_kind::notnull: return is_level;
    case token_kind::equal:
    case token_kind::not_equal:
    case token_kind::less:
    case token_kind::less_equal:
    case token_kind::greater:
    case token_kind::greater_equal: return comparison;
    case token_kind::ampersand:
    case token_kind::bar:
    case token_kind::sharp:
    case token_kind::shift_left:
    case token_kind::shift_right: return bits;
    case token_kind::plus:
    case token_kind::minus: return sum;
    case token_kind::times:
    case token_kind::divided:
    case token_kind::percent: return product;
    default: return any;
  }
}

opcode opcode_of(token_kind kind) {
  switch (kind) {
    case token_kind::equal: return opcode::equal;
    case token_kind::not_equal: return opcode::not_equal;
    case token_kind::less:
    case token_kind::greater: return opcode::less;
    case token_kind::less_equal:
    case token_kind::greater_equal: return opcode::less_equal;
    case token_kind::ampersand: return opcode::bit_and;
    case token_kind::bar: return opcode::bit_or;
    case token_kind::sharp: return opcode::bit_xor;
    case token_kind::shift_left: return opcode::shift_left;
    case token_kind::shift_right: return opcode::shift_right;
    case token_kind::plus: return opcode::add;
    case token_kind::minus: return opcode::subtract;
    case token_kind::times: return opcode::multiply;
    case token_kind::divided: return opcode::divide;
    default: return opcode::modulo;
  }
}

bool expression_parser::parse_expression(int lowest) {
  if (nesting_ == deepest_nesting) return refuse(current_, "expression is nested too deeply");
  ++nesting_;
  const std::size_t first = code_.size();
  bool ok = parse_operand();
  while (ok) {
    const int operator_level = level_of(current_.kind);
    if (operator_level == any || operator_level < lowest) break;
    switch (operator_level) {
      case or_level: ok = parse_lazy(opcode::or_left, or_level); break;
      case and_level: ok = parse_lazy(opcode::and_left, and_level); break;
      case is_level: ok = parse_is(); break;
      default: ok = parse_binary(operator_level, first); break;
    }
  }
  --nesting_;
  return ok;
}

bool expression_parser::parse_operand() {
  switch (current_.kind) {
    case token_kind::constant: code_.push(current_.constant); break;
    case token_kind::variable: code_.push(names_.intern(current_.text)); break;
    case token_kind::plus: return advance(), parse_expression(unary);
    case token_kind::minus: return parse_minus();
    case token_kind::tilde: return parse_complement();
    case token_kind::not_: return parse_not();
    case token_kind::open: return parse_parenthesis();
    case token_kind::case_: return parse_case();
    case token_kind::name: return parse_call();
    default: return refuse_current();
  }
  advance();
  return true;
}

bool expression_parser::parse_complement() {
  advance();
  code_.push(value::make(std::int64_t{-1}));
  if (!parse_expression(bits + 1)) return false;
  code_.apply(opcode::bit_xor);
  return true;
}

bool expression_parser::parse_not() {
  advance();
  if (!parse_expression(not_level + 1)) return false;
  code_.apply(opcode::logical_not);
  return true;
}

// Minus is computed as a subtraction from zero.
bool expression_parser::parse_minus() {
  advance();
  if (skip(token_kind::smallest_integer)) {
    code_.push(value::make(std::numeric_limits<std::int64_t>::min()));
    return true;
  }
  code_.push(value::make(std::int64_t{0}));
  if (!parse_expression(unary)) return false;
  code_.apply(opcode::subtract);
  return true;
}

bool expression_parser::parse_parenthesis() {
  advance();
  return parse_expression(any) && expect(token_kind::close);
}

bool expression_parser::parse_case() {
  advance();
  std::vector<std::size_t> ends;
  do {
    if (!expect(token_kind::when) || !parse_branch(ends)) return false;
  } while (current_.kind == token_kind::when);
  if (skip(token_kind::else_)) {
    if (!parse_expression(any)) return false;
  } else {
    code_.push(value::make_null());
  }
  if (!expect(token_kind::end_case)) return false;
  for (const std::size_t place : ends) code_.land(place);
  return true;
}

bool expression_parser::parse_branch(std::vector<std::size_t>& ends) {
  if (!parse_expression(any)) return false;
  const std::size_t unless = code_.jump(opcode::jump_unless);
  if (!expect(token_kind::then) || !parse_expression(any)) return false;
  ends.push_back(code_.jump(opcode::jump));
  code_.land(unless);
  return true;
}

bool expression_parser::parse_call() {
  const token name = current_;
  const function_entry* function = find_function(name.text);
  if (function == nullptr) return refuse(name, "unexpected function name (" + std::string(name.text) + ")");
  advance();
  std::size_t count = 0;
  if (!expect(token_kind::open) || !parse_arguments(count)) return false;
  if (current_.kind != token_kind::close) return refuse_current();
  return call(*function, name, count) && expect(token_kind::close);
}

bool expression_parser::parse_arguments(std::size_t& count) {
  if (current_.kind == token_kind::close) return true;
  do {
    if (!parse_expression(any)) return false;
    ++count;
    if (count == most_function_arguments + 1) code_.apply(opcode::too_many_arguments);
  } while (skip(token_kind::comma));
  return true;
}

bool expression_parser::call(const function_entry& function, const token& name, std::size_t count) {
  const auto complain = [&](std::string_view what) {
    return refuse(current_, std::string(what) + " (" + std::string(name.text) + ")");
  };
  if (count < function.least_arguments) {
    return complain(function.most_arguments == any_number ? "at least one argument expected"
                                                          : "unexpected number of arguments");
  }
  if (count > function.most_arguments) return complain("unexpected number of arguments");
  if (function.code == opcode::push_constant) {
    code_.push(value::make(std::numbers::pi));
    return true;
  }
  if (function.code == opcode::modulo) return code_.apply(opcode::modulo), true;
  if (function.missing == function_entry::last_argument::default_seed && count < function.most_arguments) {
    code_.push(names_.intern("default_seed"));
    ++count;
  }
  code_.call(function.code, std::min(count, most_function_arguments + 1));  // more are never called
  return true;
}

bool expression_parser::parse_is() {
  bool negated = current_.kind == token_kind::notnull;
  value wanted = value::make_null();
  const bool spelled_out = current_.kind == token_kind::is;
  advance();
  if (spelled_out) {
    negated = skip(token_kind::not_);
    const bool is_word = current_.kind == token_kind::constant &&
                         (current_.constant.is_null() || current_.constant.type == value_type::boolean);
    if (!is_word) return refuse_current();
    wanted = current_.constant;
    advance();
  }
  code_.push(wanted);
  code_.apply(opcode::is_identical);
  if (negated) code_.apply(opcode::logical_not);
  return true;
}

// AND and OR, whose right operand is evaluated only when the left one does not decide.
bool expression_parser::parse_lazy(opcode left, int operator_level) {
  advance();
  const std::size_t decided = code_.jump(left);
  if (!parse_expression(operator_level + 1)) return false;
  code_.apply(opcode::check_boolean);
  code_.land(decided);
  return true;
}

// `first` is where the left operand's code starts.
bool expression_parser::parse_binary(int operator_level, std::size_t first) {
  const token_kind kind = current_.kind;
  advance();
  const std::size_t second = code_.size();
  if (!parse_expression(operator_level + 1)) return false;
  // a > b is b < a, and then b is evaluated first: that decides the order of random draws.
  if (kind == token_kind::greater || kind == token_kind::greater_equal) code_.swap_operands(first, second);
  code_.apply(opcode_of(kind));
  // Comparisons do not associate.
  if (operator_level == comparison && level_of(current_.kind) == comparison) return refuse_current();
  return true;
}

bool expression_parser::expect(token_kind kind) { return skip(kind) || refuse_current(); }

bool expression_parser::refuse_current() {
  const std::string text(current_.text);
  switch (current_.kind) {
    case token_kind::bad_character: return refuse(current_, "unexpected character (" + text + ")");
    case token_kind::integer_overflow: return refuse(current_, "bigint constant overflow (" + text + ")");
    case token_kind::double_overflow: return refuse(current_, "double constant overflow (" + text + ")");
    default: return refuse(current_, "syntax error");
  }
}

bool expression_parser::refuse(const token& culprit, std::string message) {
  error_ = {std::move(message), culprit.last};
  return false;
}

}  // namespace

tl::expected<expression, expression_error> compile_expression(std::string_view text, variable_names& names) {
  return expression_parser(text, names).parse();
}

}  // namespace pgpipe::app::bench
