#pragma once

#include <string>
#include <vector>

namespace pgpipe::test {

// How a program ended and what it wrote.
struct program_result {
  int status = -1;  // exit status, or 128 and the signal that ended it
  std::string out;
  std::string err;
};

// Runs a program by its path and waits for it. `environment` holds NAME=VALUE, added to this process's own. The
// standard input is `input`.
[[nodiscard]] program_result run_program(const std::vector<std::string>& command,
                                         const std::vector<std::string>& environment = {},
                                         const std::string& input = {});

}  // namespace pgpipe::test
