#pragma once

#include "bench/options.hpp"

namespace pgpipe::app::bench {

// A whole benchmark run: loads the scripts, prepares the database, runs the clients, prints the report. Returns the
// exit status: 0; 1 when the run could not begin, the reason having been told; 2 when a client was aborted.
[[nodiscard]] int run(const options& options);

}  // namespace pgpipe::app::bench
