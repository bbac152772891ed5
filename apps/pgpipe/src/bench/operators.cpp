#include "bench/operators.hpp"

#include <cmath>
#include <limits>
#include <string_view>

namespace pgpipe::app::bench {
namespace {

bool refuse(std::string& error, std::string_view reason) {
  error = reason;
  return false;
}

bool refuse_type(std::string& error, const value& source, std::string_view wanted) {
  error = "cannot coerce ";
  error.append(to_string(source.type)).append(" to ").append(wanted);
  return false;
}

// Shift counts wrap at the width of an integer, as the processors that pgbench runs on do it.
std::int64_t shift_left(std::int64_t number, std::int64_t count) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(number) << (count & 63));
}

bool divide_integers(std::int64_t& left, std::int64_t right, std::string& error) {
  if (right == 0) return refuse(error, "division by zero");
  if (right == -1 && left == std::numeric_limits<std::int64_t>::min()) return refuse(error, "bigint div out of range");
  left /= right;
  return true;
}

bool modulo_integers(std::int64_t& left, std::int64_t right, std::string& error) {
  if (right == 0) return refuse(error, "division by zero");
  left = right == -1 ? 0 : left % right;  // the processor would trap on the smallest integer
  return true;
}

bool apply_to_integers(opcode code, value& result, std::int64_t left, std::int64_t right, std::string& error) {
  switch (code) {
    case opcode::add:
      if (!compute_integers(code, left, right, left)) return refuse(error, "bigint add out of range");
      break;
    case opcode::subtract:
      if (!compute_integers(code, left, right, left)) return refuse(error, "bigint sub out of range");
      break;
    case opcode::multiply:
      if (!compute_integers(code, left, right, left)) return refuse(error, "bigint mul out of range");
      break;
    case opcode::divide:
      if (!divide_integers(left, right, error)) return false;
      break;
    case opcode::modulo:
      if (!modulo_integers(left, right, error)) return false;
      break;
    case opcode::bit_and: left &= right; break;
    case opcode::bit_or: left |= right; break;
    case opcode::bit_xor: left ^= right; break;
    case opcode::shift_left: left = shift_left(left, right); break;
    case opcode::shift_right: left >>= (right & 63); break;
    case opcode::equal: return result = value::make(left == right), true;
    case opcode::not_equal: return result = value::make(left != right), true;
    case opcode::less: return result = value::make(left < right), true;
    case opcode::less_equal: return result = value::make(left <= right), true;
    default: return refuse(error, "not an operator");
  }
  result = value::make(left);
  return true;
}

value apply_to_doubles(opcode code, double left, double right) {
  switch (code) {
    case opcode::add: return value::make(left + right);
    case opcode::subtract: return value::make(left - right);
    case opcode::multiply: return value::make(left * right);
    case opcode::divide: return value::make(left / right);
    case opcode::equal: return value::make(left == right);
    case opcode::not_equal: return value::make(left != right);
    case opcode::less: return value::make(left < right);
    default: return value::make(left <= right);
  }
}

// The operators that compute with doubles when either operand is one; the others take integers only.
bool accepts_doubles(opcode code) {
  switch (code) {
    case opcode::add:
    case opcode::subtract:
    case opcode::multiply:
    case opcode::divide:
    case opcode::equal:
    case opcode::not_equal:
    case opcode::less:
    case opcode::less_equal: return true;
    default: return false;
  }
}

}  // namespace

bool to_integer(const value& source, std::int64_t& number, std::string& error) {
  if (source.type == value_type::integer) return number = source.integer, true;
  if (source.type != value_type::real) return refuse_type(error, source, "int");
  const double rounded = std::rint(source.real);
  if (!(rounded >= -0x1p63 && rounded < 0x1p63)) {
    char text[max_rendered_size];
    return refuse(error, "double to int overflow for " + std::string(render(source, text)));
  }
  number = static_cast<std::int64_t>(rounded);
  return true;
}

bool to_double(const value& source, double& number, std::string& error) {
  if (source.type == value_type::real) return number = source.real, true;
  if (source.type != value_type::integer) return refuse_type(error, source, "double");
  number = static_cast<double>(source.integer);
  return true;
}

bool to_boolean(const value& source, bool& truth, std::string& error) {
  if (source.type != value_type::boolean) return refuse_type(error, source, "boolean");
  truth = source.boolean;
  return true;
}

bool apply_binary(opcode code, value& left, const value& right, std::string& error) {
  if (left.is_null() || right.is_null()) return left = value::make_null(), true;
  const bool any_double = left.type == value_type::real || right.type == value_type::real;
  if (any_double && accepts_doubles(code)) {
    double a = 0;
    double b = 0;
    if (!to_double(left, a, error) || !to_double(right, b, error)) return false;
    left = apply_to_doubles(code, a, b);
    return true;
  }
  std::int64_t a = 0;
  std::int64_t b = 0;
  if (!to_integer(left, a, error) || !to_integer(right, b, error)) return false;
  return apply_to_integers(code, left, a, b, error);
}

}  // namespace pgpipe::app::bench
