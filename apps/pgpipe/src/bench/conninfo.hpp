#pragma once

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/conninfo.hpp>

#include "bench/options.hpp"

namespace pgpipe::app::bench {

// The parameters by which every connection of the bench is opened, before the environment and the defaults fill gaps: a
// dbname that is a connection string or URI wins over host, port and user, as with pgbench.
[[nodiscard]] result<protocol::conninfo> make_conninfo(const connection_options& options);

}  // namespace pgpipe::app::bench
