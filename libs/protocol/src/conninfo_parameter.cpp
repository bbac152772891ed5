#include "conninfo_parameter.hpp"

#include <algorithm>
#include <array>

namespace pgpipe::protocol {
namespace {

constexpr std::array parameters = {
    conninfo_parameter{"host", "PGHOST"},
    conninfo_parameter{"hostaddr", "PGHOSTADDR"},
    conninfo_parameter{"port", "PGPORT"},
    conninfo_parameter{"dbname", "PGDATABASE"},
    conninfo_parameter{"user", "PGUSER"},
    conninfo_parameter{"password", "PGPASSWORD"},
    conninfo_parameter{"passfile", "PGPASSFILE"},
    conninfo_parameter{"options", "PGOPTIONS"},
    conninfo_parameter{"application_name", "PGAPPNAME"},
    conninfo_parameter{"fallback_application_name", {}},
    conninfo_parameter{"client_encoding", "PGCLIENTENCODING"},
    conninfo_parameter{"connect_timeout", "PGCONNECT_TIMEOUT"},
    conninfo_parameter{"keepalives", {}},
    conninfo_parameter{"keepalives_idle", {}},
    conninfo_parameter{"keepalives_interval", {}},
    conninfo_parameter{"keepalives_count", {}},
    conninfo_parameter{"tcp_user_timeout", {}},
    conninfo_parameter{"sslmode", "PGSSLMODE"},
    conninfo_parameter{"sslrootcert", "PGSSLROOTCERT"},
    conninfo_parameter{"sslcert", "PGSSLCERT"},
    conninfo_parameter{"sslkey", "PGSSLKEY"},
    conninfo_parameter{"sslsni", "PGSSLSNI"},
    conninfo_parameter{"channel_binding", "PGCHANNELBINDING"},

    conninfo_parameter{"gssdelegation", "PGGSSDELEGATION", false, "0"},
    conninfo_parameter{"gssencmode", "PGGSSENCMODE", false, "disable,prefer"},
    conninfo_parameter{"gsslib", "PGGSSLIB", false},
    conninfo_parameter{"krbsrvname", "PGKRBSRVNAME", false},
    conninfo_parameter{"load_balance_hosts", "PGLOADBALANCEHOSTS", false, "disable"},
    conninfo_parameter{"max_protocol_version", "PGMAXPROTOCOLVERSION", false, "3.0"},
    conninfo_parameter{"min_protocol_version", "PGMINPROTOCOLVERSION", false, "3.0"},
    conninfo_parameter{"oauth_ca_file", "PGOAUTHCAFILE", false},
    conninfo_parameter{"oauth_client_id", {}, false},
    conninfo_parameter{"oauth_client_secret", {}, false},
    conninfo_parameter{"oauth_issuer", {}, false},
    conninfo_parameter{"oauth_scope", {}, false},
    conninfo_parameter{"replication", {}, false, "0,false,off,no"},
    conninfo_parameter{"require_auth", "PGREQUIREAUTH", false},
    conninfo_parameter{"requirepeer", "PGREQUIREPEER", false},
    conninfo_parameter{"scram_client_key", {}, false},
    conninfo_parameter{"scram_server_key", {}, false},
    conninfo_parameter{"service", "PGSERVICE", false},
    conninfo_parameter{"servicefile", "PGSERVICEFILE", false},
    conninfo_parameter{"ssl_max_protocol_version", "PGSSLMAXPROTOCOLVERSION", false},
    conninfo_parameter{"ssl_min_protocol_version", "PGSSLMINPROTOCOLVERSION", false, "TLSv1.2"},
    conninfo_parameter{"sslcertmode", "PGSSLCERTMODE", false, "allow"},
    conninfo_parameter{"sslcompression", "PGSSLCOMPRESSION", false, "0"},
    conninfo_parameter{"sslcrl", "PGSSLCRL", false},
    conninfo_parameter{"sslcrldir", "PGSSLCRLDIR", false},
    conninfo_parameter{"sslkeylogfile", {}, false},
    conninfo_parameter{"sslnegotiation", "PGSSLNEGOTIATION", false, "postgres"},
    conninfo_parameter{"sslpassword", {}, false},
    conninfo_parameter{"target_session_attrs", "PGTARGETSESSIONATTRS", false, "any"},
};

}  // namespace

bool conninfo_parameter::accepts(std::string_view value) const {
  if (supported || value.empty()) return true;
  std::string_view rest = harmless;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    if (rest.substr(0, comma) == value) return true;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return false;
}

std::span<const conninfo_parameter> conninfo_parameters() { return parameters; }

const conninfo_parameter* find_conninfo_parameter(std::string_view keyword) {
  const auto* const found = std::find_if(parameters.begin(), parameters.end(),
                                         [&](const conninfo_parameter& each) { return each.keyword == keyword; });
  return found == parameters.end() ? nullptr : found;
}

}  // namespace pgpipe::protocol
