#pragma once

#include <optional>

#include "bench/compatibility.hpp"
#include "bench/options.hpp"

namespace pgpipe::app::bench {

// The version of pgbench that comes with the server, or the nearest one that there is: connects to ask. Nothing is said
// or returned when that fails: whoever connects next will say why it cannot.
[[nodiscard]] std::optional<compatibility> behaviour_of_server(const connection_options& to);

// Reads the command line as the server's own pgbench would read it, unless --compat says which version. What a version
// makes of -d shows only when the server has been asked.
[[nodiscard]] tl::expected<options, complaint> parse_options_as_server(int argc, char** argv);

}  // namespace pgpipe::app::bench
