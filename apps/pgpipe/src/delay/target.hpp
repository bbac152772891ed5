#pragma once

#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/address.hpp>
#include <pgpipe/protocol/connect_options.hpp>

namespace pgpipe::app::delay {

// The address at which the one server of `options` takes connections: the first of its addresses that does. Connects,
// and closes the connection at once. An error names the server; of category usage when there are several.
[[nodiscard]] result<net::socket_address> reachable_address(const protocol::connect_options& options);

// The same of a connection string or URI, "host:port", or a directory of a Unix socket.
[[nodiscard]] result<net::socket_address> reachable_address(std::string_view target);

}  // namespace pgpipe::app::delay
