#pragma once

#include <optional>

#include "bench/options.hpp"
#include "embedded/private_cluster.hpp"

namespace pgpipe::app::bench {

// For --embedded: a private server with pgbench's tables at the scale asked for. `options` connect to it from then on.
// The server lasts as long as what is returned; nothing when it cannot be had, the reason having been told.
[[nodiscard]] std::optional<private_cluster> start_embedded_server(options& options);

}  // namespace pgpipe::app::bench
