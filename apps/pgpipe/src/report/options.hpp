#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app::report {

enum class action : std::uint8_t { run, help };

struct options {
  report::action action = report::action::run;
  std::vector<std::string> results;  // files; at least one
  std::string output = "report.html";
};

// Reads the command line; argv[0] is not looked at. A usage error says what is wrong. Not thread-safe.
[[nodiscard]] result<options> parse_options(int argc, char** argv);

[[nodiscard]] std::string help_text();

}  // namespace pgpipe::app::report
