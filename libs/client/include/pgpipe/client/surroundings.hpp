#pragma once

#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/tls_context.hpp>
#include <pgpipe/protocol/connect.hpp>
#include <pgpipe/protocol/connect_options.hpp>

// What a driver of the connecting machine takes from this process and its file system: the machine itself looks at
// neither.
namespace pgpipe {

// The environment's variables and the user's name.
[[nodiscard]] protocol::connect_environment process_environment();

// What libpq would make of a conninfo: completed from the environment, the password file and the defaults.
[[nodiscard]] result<protocol::connect_options> options_from_conninfo(std::string_view conninfo);
[[nodiscard]] result<protocol::connect_options> options_from_conninfo(const protocol::conninfo& given);

// The keepalive and time-out options in the form that dialling takes.
[[nodiscard]] net::dial_options dial_options_from(const protocol::connect_options& options);

// The certificates that a handshake of this kind needs. Files that `options` do not name are looked for in
// ~/.postgresql (manual, "SSL Support"): root.crt, and postgresql.crt with postgresql.key. Usage errors name the file.
[[nodiscard]] result<net::tls_context> tls_context_for(protocol::ssl_mode mode,
                                                       const protocol::connect_options& options);

// Fresh random bytes, as SCRAM wants them for each attempt.
[[nodiscard]] protocol::scram_nonce fresh_nonce();

}  // namespace pgpipe
