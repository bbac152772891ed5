#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pgpipe/client/connection.hpp>

#include "bench/options.hpp"

namespace pgpipe::app::bench {

// The connection for what happens before the clients start. Notices go to the standard error, as with libpq. On failure
// says why, and that there is no connection for `purpose`, and returns nothing.
[[nodiscard]] std::optional<connection> open_setup_connection(const connection_options& options,
                                                              std::string_view purpose);

// Runs a statement of ours. On failure says what the server answered and which statement it was.
[[nodiscard]] bool execute(connection& on, std::string_view sql);

}  // namespace pgpipe::app::bench
