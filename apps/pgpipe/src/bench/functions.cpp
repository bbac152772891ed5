#include "bench/functions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string_view>

#include "bench/hash.hpp"
#include "bench/operators.hpp"

namespace pgpipe::app::bench {
namespace {

bool refuse(evaluation& with, std::string reason) {
  with.error = std::move(reason);
  return false;
}

bool refuse_parameter(evaluation& with, std::string_view rule, double parameter) {
  return refuse(with, std::string(rule) + " (not " + std::to_string(parameter) + ")");
}

bool absolute(value& argument, evaluation& with) {
  if (argument.type == value_type::real) return argument.real = std::fabs(argument.real), true;
  std::int64_t number = 0;
  if (!to_integer(argument, number, with.error)) return false;
  // The smallest integer has no positive counterpart and stays, as in pgbench.
  const std::uint64_t magnitude =
      number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  argument = value::make(static_cast<std::int64_t>(magnitude));
  return true;
}

template <typename Number, typename Convert>
bool pick_extreme(bool largest, std::span<value> arguments, evaluation& with, Convert convert) {
  Number extreme{};
  if (!convert(arguments[0], extreme, with.error)) return false;
  for (const value& each : arguments.subspan(1)) {
    Number number{};
    if (!convert(each, number, with.error)) return false;
    // Not std::max and std::min: a NaN before a number has to lose here, as it does in pgbench.
    const bool keep = largest ? extreme > number : extreme < number;
    if (!keep) extreme = number;
  }
  arguments[0] = value::make(extreme);
  return true;
}

bool extreme(bool largest, std::span<value> arguments, evaluation& with) {
  const bool any_double =
      std::any_of(arguments.begin(), arguments.end(), [](const value& each) { return each.type == value_type::real; });
  return any_double ? pick_extreme<double>(largest, arguments, with, to_double)
                    : pick_extreme<std::int64_t>(largest, arguments, with, to_integer);
}

bool call_on_doubles(opcode code, std::span<value> arguments, evaluation& with) {
  double first = 0;
  double second = 0;
  if (!to_double(arguments[0], first, with.error)) return false;
  if (arguments.size() > 1 && !to_double(arguments[1], second, with.error)) return false;
  switch (code) {
    case opcode::square_root: first = std::sqrt(first); break;
    case opcode::logarithm: first = std::log(first); break;
    case opcode::exponential: first = std::exp(first); break;
    case opcode::power: first = std::pow(first, second); break;
    default: break;  // to_double
  }
  arguments[0] = value::make(first);
  return true;
}

void print_debug(const value& argument, const evaluation& with) {
  char number[max_rendered_size];
  std::string line = "debug(script=" + std::to_string(with.script) + ",command=" + std::to_string(with.command) + "): ";
  line += to_string(argument.type);
  if (!argument.is_null()) line.append(" ").append(render(argument, number));
  if (with.print_debug != nullptr) return with.print_debug(line);
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

bool draw_from(opcode code, std::int64_t low, std::int64_t high, const value& last, evaluation& with,
               std::int64_t& drawn) {
  double parameter = 0;
  if (!to_double(last, parameter, with.error)) return false;
  switch (code) {
    case opcode::random_exponential:
      if (!(parameter > 0.0)) {
        return refuse_parameter(with, "exponential parameter must be greater than zero", parameter);
      }
      drawn = with.random.exponential(low, high, parameter);
      return true;
    case opcode::random_gaussian:
      if (!(parameter >= 2.0)) return refuse_parameter(with, "gaussian parameter must be at least 2", parameter);
      drawn = with.random.gaussian(low, high, parameter);
      return true;
    default:
      if (!(parameter >= 1.001 && parameter <= 1000.0)) {
        return refuse_parameter(with, "zipfian parameter must be in range [1.001, 1000]", parameter);
      }
      drawn = with.random.zipfian(low, high, parameter);
      return true;
  }
}

bool draw(opcode code, std::span<value> arguments, evaluation& with) {
  std::int64_t low = 0;
  std::int64_t high = 0;
  if (!to_integer(arguments[0], low, with.error) || !to_integer(arguments[1], high, with.error)) return false;
  if (low > high) return refuse(with, "empty range given to random");
  if (!is_random_range(low, high)) return refuse(with, "random range is too large");
  std::int64_t drawn = 0;
  if (code == opcode::random_uniform) {
    drawn = with.random.uniform(low, high);
  } else if (!draw_from(code, low, high, arguments[2], with, drawn)) {
    return false;
  }
  arguments[0] = value::make(drawn);
  return true;
}

bool apply_scattering(opcode code, std::span<value> arguments, evaluation& with) {
  std::int64_t numbers[3] = {};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!to_integer(arguments[i], numbers[i], with.error)) return false;
  }
  std::int64_t scattered = 0;
  if (code == opcode::permute) {
    if (numbers[1] <= 0) return refuse(with, "permute size parameter must be greater than zero");
    scattered = permute(numbers[0], numbers[1], numbers[2]);
  } else {
    const auto seed = static_cast<std::uint64_t>(numbers[1]);
    scattered = code == opcode::hash_fnv1a ? hash_fnv1a(numbers[0], seed) : hash_murmur2(numbers[0], seed);
  }
  arguments[0] = value::make(scattered);
  return true;
}

}  // namespace

bool call_function(const instruction& call, value* first, evaluation& with) {
  const std::span<value> arguments(first, call.count);
  if (call.code == opcode::debug) return print_debug(arguments[0], with), true;
  if (std::any_of(arguments.begin(), arguments.end(), [](const value& each) { return each.is_null(); })) {
    arguments[0] = value::make_null();
    return true;
  }
  switch (call.code) {
    case opcode::absolute: return absolute(arguments[0], with);
    case opcode::least: return extreme(false, arguments, with);
    case opcode::greatest: return extreme(true, arguments, with);
    case opcode::to_integer: {
      std::int64_t number = 0;
      if (!to_integer(arguments[0], number, with.error)) return false;
      return arguments[0] = value::make(number), true;
    }
    case opcode::random_uniform:
    case opcode::random_exponential:
    case opcode::random_gaussian:
    case opcode::random_zipfian: return draw(call.code, arguments, with);
    case opcode::hash_fnv1a:
    case opcode::hash_murmur2:
    case opcode::permute: return apply_scattering(call.code, arguments, with);
    default: return call_on_doubles(call.code, arguments, with);
  }
}

}  // namespace pgpipe::app::bench
