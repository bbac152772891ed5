#include <array>

#include "bench/main.hpp"
#include "command.hpp"
#include "compare/main.hpp"
#include "delay/main.hpp"
#include "report/main.hpp"

namespace pgpipe::app {
namespace {

constexpr std::array<command, 4> all_commands = {
    command{"bench", "run a benchmark, or make its tables, as pgbench does", bench::main},
    command{"compare", "run a benchmark in several ways and say which is faster", compare::main},
    command{"delay", "put a network between clients and a server", delay::main},
    command{"report", "make a page of the results of runs and comparisons", report::main},
};

}  // namespace

std::span<const command> commands() { return all_commands; }

}  // namespace pgpipe::app
