#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pgpipe/base/result.hpp>

#include "compare/axis.hpp"
#include "compare/bench_arguments.hpp"
#include "compare/rounds.hpp"
#include "results/condition.hpp"

namespace pgpipe::app::compare {

enum class action : std::uint8_t { run, help, list_presets };

struct options {
  compare::action action = compare::action::run;
  std::string preset;  // empty: axes are compared
  std::vector<axis> axes;
  round_limits limits;
  bool says_max_time = false;
  bool is_short = false;           // --short: of a preset only the most telling cells
  std::string json_file;           // empty: none
  std::vector<condition> fail_if;  // of ratios only
  words bench;                     // the rest of the command line: what is pgpipe bench's
};

// Reads the command line; argv[0] is not looked at. A usage error says what is wrong.
[[nodiscard]] result<options> parse_options(int argc, char** argv);

[[nodiscard]] std::string help_text();

}  // namespace pgpipe::app::compare
