#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/protocol/connect_options.hpp>

#include "bench/options.hpp"

namespace pgpipe::app::bench {

// The connection for what happens before the clients start. Notices go to the standard error, as with libpq. Where the
// server asks for a password that nobody has given, somebody is asked for it, and it stays in `to` for all connections
// that follow. On failure says why, and that there is no connection for `purpose`, and returns nothing.
[[nodiscard]] std::optional<connection> open_setup_connection(protocol::connect_options& to, std::string_view purpose);
[[nodiscard]] std::optional<connection> open_setup_connection(const connection_options& options,
                                                              std::string_view purpose);

// Runs a statement of ours. On failure says what the server answered and which statement it was.
[[nodiscard]] bool execute(connection& on, std::string_view sql);

}  // namespace pgpipe::app::bench
