#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/stream.hpp>
#include <pgpipe/net/tls_context.hpp>
#include <pgpipe/protocol/connect.hpp>
#include <pgpipe/protocol/connect_options.hpp>

// What a driver of the connecting machine takes from this process and its file system: the machine itself looks at
// neither.
namespace pgpipe {

// The environment's variables, the user's name and the locale's encoding.
[[nodiscard]] protocol::connect_environment process_environment();

// What libpq would make of a conninfo: completed from the service file, the environment, the password file and the
// defaults, in this order.
[[nodiscard]] result<protocol::connect_options> options_from_conninfo(std::string_view conninfo);
[[nodiscard]] result<protocol::connect_options> options_from_conninfo(const protocol::conninfo& given);

// Adds to `given` what the service says that it, or PGSERVICE, names; nothing where none is named. The service is
// looked for in servicefile, else PGSERVICEFILE, else ~/.pg_service.conf, and then in pg_service.conf of PGSYSCONFDIR,
// else of Debian's /etc/postgresql-common (manual, "The Connection Service File"). Usage errors name the service or the
// file and line.
[[nodiscard]] result<void> apply_service_files(protocol::conninfo& given);

// The keepalive and time-out options in the form that dialling takes.
[[nodiscard]] net::dial_options dial_options_from(const protocol::connect_options& options);

// The certificates that a handshake of this kind needs. Files that `options` do not name are looked for in
// ~/.postgresql (manual, "SSL Support"): root.crt, root.crl, and postgresql.crt with postgresql.key. Usage errors name
// the file.
[[nodiscard]] result<net::tls_context> tls_context_for(protocol::ssl_mode mode,
                                                       const protocol::connect_options& options);

// What the machine wants to know of a handshake that is done.
[[nodiscard]] protocol::tls_facts facts_of(const net::tls_filter& tls);

// The name of the user who runs the server behind a Unix socket, for requirepeer.
[[nodiscard]] result<std::string> peer_user(int fd);

// Fresh random bytes, as SCRAM wants them for each attempt, and a number that orders hosts.
[[nodiscard]] protocol::scram_nonce fresh_nonce();
[[nodiscard]] std::uint64_t fresh_seed();

}  // namespace pgpipe
