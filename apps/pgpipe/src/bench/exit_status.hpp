#pragma once

namespace pgpipe::app::bench {

// pgbench's exit statuses; a complete run ends with 0.
inline constexpr int could_not_begin = 1;
inline constexpr int client_aborted = 2;

}  // namespace pgpipe::app::bench
