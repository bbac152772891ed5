#pragma once

#include <pgpipe/client/connection.hpp>

#include "bench/options.hpp"

namespace pgpipe::app::bench {

// The names of tablespaces in `options` must be quoted. Runs the steps of `options.steps` in their order, saying on the
// standard error what it does and how long each took. On failure says why and returns false; steps before it stay done,
// and the one that failed leaves what its own transaction leaves.
[[nodiscard]] bool initialize(connection& on, const init_options& options, int scale);

// The whole of -i: connects, initializes, returns the exit status.
[[nodiscard]] int run_initialization(const options& options);

}  // namespace pgpipe::app::bench
