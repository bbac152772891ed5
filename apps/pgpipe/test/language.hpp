#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "bench/expression.hpp"
#include "bench/expression_parser.hpp"

namespace pgpipe::app::bench {

using definitions = std::initializer_list<std::pair<std::string_view, std::string_view>>;

// Evaluates an expression and says what debug() would: "int 5", "null", or the error's text. Texts are parsed from
// copies of their exact size, so that reading past their end is found.
inline std::string evaluate(std::string_view text, definitions defined = {}, std::uint64_t seed = 1) {
  const std::string exact(text);
  variable_names names;
  for (const auto& each : defined) names.intern(each.first);
  const auto compiled = compile_expression(exact, names);
  if (!compiled) return compiled.error().message;
  variables table(names);
  for (const auto& each : defined) table.set(names.find(each.first), each.second);
  random_state random(seed);
  evaluation with{.variables = table, .random = random};
  value outcome;
  if (!evaluate(*compiled, with, outcome)) return with.error;
  char buffer[max_rendered_size];
  std::string shown(to_string(outcome.type));
  if (!outcome.is_null()) shown.append(" ").append(render(outcome, buffer));
  return shown;
}

}  // namespace pgpipe::app::bench
