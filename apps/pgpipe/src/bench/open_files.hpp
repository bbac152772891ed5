#pragma once

#include <tl/expected.hpp>

#include "bench/options.hpp"

namespace pgpipe::app::bench {

// Raises the process's limit of open files, where it must, so that `clients` connections and `others` fit, beside the
// standard streams.
[[nodiscard]] tl::expected<void, complaint> allow_open_files(int clients, int others = 0);

}  // namespace pgpipe::app::bench
