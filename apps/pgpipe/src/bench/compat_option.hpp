#pragma once

#include <optional>
#include <vector>

#include <tl/expected.hpp>

#include "bench/options.hpp"

namespace pgpipe::app::bench {

// A command line without its --compat options.
struct compat_option {
  std::optional<int> version;    // of the last one
  std::vector<char*> arguments;  // argv as it is without them, and the null pointer at its end
};

// Takes "--compat=N" and "--compat N" off a command line, up to "--". They must be written out: an abbreviation would
// make those of pgbench's own options ambiguous.
[[nodiscard]] tl::expected<compat_option, complaint> take_compat_option(int argc, char** argv);

}  // namespace pgpipe::app::bench
