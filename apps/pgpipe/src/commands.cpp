#include <array>

#include "bench/main.hpp"
#include "command.hpp"
#include "delay/main.hpp"

namespace pgpipe::app {
namespace {

constexpr std::array<command, 2> all_commands = {
    command{"bench", "run a benchmark, or make its tables, as pgbench does", bench::main},
    command{"delay", "put a network between clients and a server", delay::main},
};

}  // namespace

std::span<const command> commands() { return all_commands; }

}  // namespace pgpipe::app
