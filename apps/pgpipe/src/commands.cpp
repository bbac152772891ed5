#include <array>

#include "bench/main.hpp"
#include "command.hpp"

namespace pgpipe::app {
namespace {

constexpr std::array<command, 1> all_commands = {
    command{"bench", "run a benchmark, or make its tables, as pgbench does", bench::main},
};

}  // namespace

std::span<const command> commands() { return all_commands; }

}  // namespace pgpipe::app
