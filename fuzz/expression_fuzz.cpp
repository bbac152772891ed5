#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bench/expression.hpp"
#include "bench/expression_parser.hpp"

using namespace pgpipe::app::bench;

namespace {

// The outcome as text, or the error.
std::string outcome_of(const expression& compiled, const variable_names& names) {
  variables table(names);
  constexpr const char* texts[] = {"7", "2.5", "null", "true", "text", "-9223372036854775808"};
  for (variable_slot slot = 0; slot < names.size(); ++slot) {
    if (slot % 7 != 6) table.set(slot, texts[slot % 7]);  // every seventh stays undefined
  }
  random_state random(42);
  evaluation with{.variables = table, .random = random};
  with.print_debug = [](std::string_view) {};
  value outcome;
  if (!evaluate(compiled, with, outcome)) return with.error.empty() ? std::abort(), "" : with.error;
  char buffer[max_rendered_size];
  return std::string(to_string(outcome.type)) + std::string(render(outcome, buffer));
}

}  // namespace

// An expression compiles or says where it is wrong; compiled, it evaluates to the same each time or says why not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  variable_names names;
  const auto compiled = compile_expression(text, names);
  if (!compiled) {
    if (compiled.error().message.empty() || compiled.error().position > size) std::abort();
    return 0;
  }
  if (outcome_of(*compiled, names) != outcome_of(*compiled, names)) std::abort();
  return 0;
}
