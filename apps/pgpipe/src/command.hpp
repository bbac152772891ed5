#pragma once

#include <span>
#include <string_view>

namespace pgpipe::app {

// A subcommand of the executable. `run` gets its own name as argv[0], as getopt expects, and returns the exit status.
struct command {
  std::string_view name;
  std::string_view summary;
  int (*run)(int argc, char** argv);
};

// Every subcommand, in the order that --help lists them.
[[nodiscard]] std::span<const command> commands();

// The whole program: picks the subcommand and runs it. By the name pgbench it is the bench.
int run(int argc, char** argv);

}  // namespace pgpipe::app
