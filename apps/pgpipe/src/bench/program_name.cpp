#include "bench/program_name.hpp"

#include <atomic>

namespace pgpipe::app::bench {
namespace {

std::atomic<bool> called_pgbench{false};

}  // namespace

void set_program_name(std::string_view argv0) {
  called_pgbench.store(argv0.substr(argv0.rfind('/') + 1) == "pgbench", std::memory_order_relaxed);
}

bool is_called_pgbench() { return called_pgbench.load(std::memory_order_relaxed); }
std::string_view program_name() { return is_called_pgbench() ? "pgbench" : "pgpipe"; }
std::string_view command_name() { return is_called_pgbench() ? "pgbench" : "pgpipe bench"; }

}  // namespace pgpipe::app::bench
