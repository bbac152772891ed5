#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app::compare {

// A program that has ended, and what it used.
struct ended_program {
  int status = -1;  // the exit status, or 128 and the signal that ended it
  std::string out;
  std::string err;
  double user_s = 0;
  double system_s = 0;
  double context_switches = 0;
};

// Runs a program by its path, or by its name in the PATH, and waits for it. `environment` is added to this process's
// own. What it prints goes to files in `folder` meanwhile, so that it never waits for its reader.
[[nodiscard]] result<ended_program> run_program(const std::vector<std::string>& arguments,
                                                const std::vector<std::pair<std::string, std::string>>& environment,
                                                const std::filesystem::path& folder);

}  // namespace pgpipe::app::compare
