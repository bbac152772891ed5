#include "command.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "bench/main.hpp"
#include "version.hpp"

namespace pgpipe::app {
namespace {

void print_help() {
  fmt::print("pgpipe {}: pipelining PostgreSQL tools\n\nUsage:\n  pgpipe COMMAND [OPTION]...\n\nCommands:\n", version);
  for (const command& each : commands()) fmt::print("  {:<10} {}\n", each.name, each.summary);
  fmt::print("\n\"pgpipe COMMAND --help\" lists a command's options.\n");
}

}  // namespace

int run(int argc, char** argv) {
  const std::string_view called = argc > 0 ? argv[0] : "";
  if (called.substr(called.rfind('/') + 1) == "pgbench") return bench::main(argc, argv);
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--help" || name == "-?" || name == "help") return print_help(), 0;
  if (name == "--version" || name == "-V") return fmt::print("pgpipe {}\n", version), 0;
  for (const command& each : commands()) {
    if (each.name == name) return each.run(argc - 1, argv + 1);
  }
  if (name.empty()) {
    fmt::print(stderr, "pgpipe: expected a command\n");
  } else {
    fmt::print(stderr, "pgpipe: unknown command \"{}\"\n", name);
  }
  fmt::print(stderr, "pgpipe: hint: Try \"pgpipe --help\" for more information.\n");
  return 1;
}

}  // namespace pgpipe::app
