#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/conninfo.hpp>
#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/require_auth.hpp>
#include <pgpipe/protocol/scram.hpp>

namespace pgpipe::protocol {

enum class ssl_mode : std::uint8_t { disable, allow, prefer, require, verify_ca, verify_full };
enum class ssl_negotiation : std::uint8_t { postgres, direct };
// Whether a client certificate is shown to a server that asks for one.
enum class ssl_cert_mode : std::uint8_t { disable, allow, require };
enum class channel_binding_mode : std::uint8_t { disable, prefer, require };
enum class session_attributes : std::uint8_t { any, read_write, read_only, primary, standby, prefer_standby };

inline constexpr std::uint16_t default_port = 5432;

// Versions of TLS as it writes them itself.
inline constexpr std::uint16_t tls_1_0 = 0x0301;
inline constexpr std::uint16_t tls_1_1 = 0x0302;
inline constexpr std::uint16_t tls_1_2 = 0x0303;
inline constexpr std::uint16_t tls_1_3 = 0x0304;

// One place to try. `hostaddr`, when given, is where to connect; `host` is then only the name to verify and to look up
// in the password file.
struct host_spec {
  std::string host = {};  // a name, a numeric address, "/directory" or "@abstract" of a Unix socket; may be empty
  std::string hostaddr = {};
  std::uint16_t port = default_port;
  std::string password = {};  // empty: none known

  [[nodiscard]] bool is_unix_socket() const;
  // "/directory/.s.PGSQL.5432"; a leading '@' stands for the zero byte of an abstract socket.
  [[nodiscard]] std::string socket_path() const;
};

struct keepalive_options {
  bool enabled = true;
  int idle = 0;  // seconds; 0 is the system's own value, here and below
  int interval = 0;
  int count = 0;
};

// Everything that connecting needs to know, checked and with its defaults filled in. Files are named, not read: see
// apply_pgpass().
struct connect_options {
  std::vector<host_spec> hosts;  // never empty
  std::string dbname;
  std::string user;
  std::string passfile;          // empty: ~/.pgpass
  std::string passfile_ignored;  // why the password file was not used though it is there; empty: it was, or is not
  std::string options;
  std::string application_name;          // fallback_application_name stands here where no other was given
  std::string client_encoding = "UTF8";  // empty: not sent, the server's own
  std::string replication;               // "true" or "database" for a walsender; empty: an ordinary session
  // Further settings of the StartupMessage. DateStyle ISO is among them unless PGDATESTYLE says otherwise, because text
  // values are read as ISO.
  std::vector<std::pair<std::string, std::string>> settings;
  std::chrono::seconds connect_timeout{0};  // for each address; 0 waits for ever
  keepalive_options keepalives;
  std::chrono::milliseconds tcp_user_timeout{0};  // 0 is the system's own
  bool load_balance_hosts = false;                // try hosts, and the addresses of each, in random order
  session_attributes target_session_attrs = session_attributes::any;
  std::uint32_t min_protocol_version = protocol_3_0;
  std::uint32_t max_protocol_version = protocol_3_0;  // what is asked for

  ssl_mode sslmode = ssl_mode::prefer;  // Unix sockets never use TLS, whatever it says
  ssl_negotiation sslnegotiation = ssl_negotiation::postgres;
  std::string sslrootcert;  // empty: ~/.postgresql/root.crt; "system": the system's roots
  std::string sslcrl;       // empty, and sslcrldir too: ~/.postgresql/root.crl where there is one
  std::string sslcrldir;
  std::string sslcert;      // empty: ~/.postgresql/postgresql.crt
  std::string sslkey;       // empty: ~/.postgresql/postgresql.key
  std::string sslpassword;  // of an encrypted sslkey
  ssl_cert_mode sslcertmode = ssl_cert_mode::allow;
  bool sslsni = true;
  std::uint16_t ssl_min_protocol_version = tls_1_2;
  std::uint16_t ssl_max_protocol_version = 0;  // 0: the newest
  std::string sslkeylogfile;                   // empty: TLS secrets are written nowhere

  std::string requirepeer;  // the user who must own the server's process, over Unix sockets; empty: anybody
  auth_requirement require_auth;
  channel_binding_mode channel_binding = channel_binding_mode::prefer;
  std::optional<scram_keys> scram_pass_through;  // scram_client_key and scram_server_key, instead of the password
  scram_limits scram;
};

// What the surroundings of the program add to a conninfo.
struct connect_environment {
  // The value of an environment variable; no value where it is not set. An empty function means no environment.
  std::function<std::optional<std::string>(std::string_view name)> variable;
  std::string os_user;  // the default of user
  // Debian's place of the server's socket; the default of host.
  std::string socket_directory = "/var/run/postgresql";
  std::string locale_encoding = "UTF8";  // what client_encoding=auto means
};

// Fills the gaps from the environment and the defaults (manual, "Parameter Key Words" and "Environment Variables") and
// checks every value. Errors name the parameter and are of category usage.
[[nodiscard]] result<connect_options> make_connect_options(const conninfo& given,
                                                           const connect_environment& environment = {});

// Name and value pairs of the StartupMessage, `user` first.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> startup_parameters(const connect_options& options);

}  // namespace pgpipe::protocol
