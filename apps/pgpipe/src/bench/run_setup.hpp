#pragma once

#include <optional>
#include <string>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/protocol/connect_options.hpp>

#include "bench/options.hpp"
#include "bench/report.hpp"

namespace pgpipe::app::bench {

// What a run must know of the database before its clients start.
struct run_setup {
  std::string server_version;
  int scale = 1;  // of the tables, where built-in scripts use them, else the one given
  std::optional<bench::partitioning> partitioning;
};

// Everything a run does before its clients start, in pgbench's order: connects, prints the banner on the standard
// output, looks at the tables if a built-in script uses them, vacuums unless told not to. What goes wrong is said on
// the standard error; without a value the exit status is 1. `connection` gets a password that somebody had to be asked
// for.
[[nodiscard]] std::optional<run_setup> prepare_run(const options& options, protocol::connect_options& connection);

}  // namespace pgpipe::app::bench
