#include "bench/main.hpp"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "bench/initialize.hpp"
#include "bench/log.hpp"
#include "bench/option_table.hpp"
#include "bench/options.hpp"
#include "version.hpp"

namespace pgpipe::app::bench {

int main(int argc, char** argv) {
  const auto parsed = parse_options(argc, argv);
  if (!parsed) {
    print(parsed.error());
    return EXIT_FAILURE;
  }
  log::set_debug(parsed->debug);
  switch (parsed->action) {
    case action::help: fmt::print("{}", help_text()); return EXIT_SUCCESS;
    case action::version: fmt::print("pgpipe bench {}\n", version); return EXIT_SUCCESS;
    case action::initialize: return run_initialization(*parsed);
    case action::list_builtins:
    case action::show_script:
    case action::run: break;
  }
  log::error("scripts are not supported yet");
  return EXIT_FAILURE;
}

}  // namespace pgpipe::app::bench
