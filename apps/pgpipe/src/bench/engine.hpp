#pragma once

#include "bench/options.hpp"

namespace pgpipe::app::bench {

// What run() adds to the number of a signal that ended the run, as a shell does.
inline constexpr int ended_by_signal = 128;

// A whole benchmark run: loads the scripts, prepares the database, runs the clients, prints the report. Returns the
// exit status: 0; 1 when the run could not begin, the reason having been told; 2 when a client was aborted; above
// ended_by_signal when a signal ended it.
[[nodiscard]] int run(const options& options);

}  // namespace pgpipe::app::bench
