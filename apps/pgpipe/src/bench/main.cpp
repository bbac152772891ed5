#include "bench/main.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "bench/builtin.hpp"
#include "bench/embedded_server.hpp"
#include "bench/engine.hpp"
#include "bench/initialize.hpp"
#include "bench/log.hpp"
#include "bench/option_table.hpp"
#include "bench/options.hpp"
#include "bench/program_name.hpp"
#include "bench/server_version.hpp"
#include "bench/stop_request.hpp"
#include "version.hpp"

namespace pgpipe::app::bench {
namespace {

int show_script(const std::string& name) {
  const auto found = find_builtin(name);
  if (!found) {
    log::error("{}", found.error().text());
    return EXIT_FAILURE;
  }
  const builtin_script& shown = **found;
  fmt::print(stderr, "-- {}: {}\n{}\n", shown.name, shown.label, shown.text);
  return EXIT_SUCCESS;
}

// Under the name pgbench as programs expect it that look for the version there.
void print_version() {
  if (is_called_pgbench()) {
    fmt::print("pgbench (PostgreSQL) {} (pgpipe {})\n", compatibility::newest_version, version);
  } else {
    fmt::print("pgpipe bench {}\n", version);
  }
}

// Without a server of its own the run has none to remove at the end.
int run_benchmark(options& options) {
  if (!options.embedded) return run(options);
  const auto server = start_embedded_server(options);
  return server ? run(options) : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  set_program_name(argv[0]);
  auto parsed = is_called_pgbench() ? parse_options_as_server(argc, argv) : parse_options(argc, argv);
  if (!parsed) {
    print(parsed.error());
    return EXIT_FAILURE;
  }
  log::set_debug(parsed->debug);
  switch (parsed->action) {
    case action::help: fmt::print("{}", help_text(parsed->behaviour)); return EXIT_SUCCESS;
    case action::version: print_version(); return EXIT_SUCCESS;
    case action::list_builtins: fmt::print(stderr, "{}", list_builtins()); return EXIT_SUCCESS;
    case action::show_script: return show_script(parsed->shown_script);
    case action::initialize: return run_initialization(*parsed);
    case action::run: break;
  }
  const int status = run_benchmark(*parsed);
  if (status > ended_by_signal) end_by_signal(status - ended_by_signal);
  return status;
}

}  // namespace pgpipe::app::bench
