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
    conninfo_parameter{"replication", {}},
    conninfo_parameter{"sslmode", "PGSSLMODE"},
    conninfo_parameter{"sslnegotiation", "PGSSLNEGOTIATION"},
    conninfo_parameter{"sslcompression", "PGSSLCOMPRESSION"},
    conninfo_parameter{"sslcert", "PGSSLCERT"},
    conninfo_parameter{"sslkey", "PGSSLKEY"},
    conninfo_parameter{"sslpassword", {}},
    conninfo_parameter{"sslcertmode", "PGSSLCERTMODE"},
    conninfo_parameter{"sslrootcert", "PGSSLROOTCERT"},
    conninfo_parameter{"sslcrl", "PGSSLCRL"},
    conninfo_parameter{"sslcrldir", "PGSSLCRLDIR"},
    conninfo_parameter{"sslsni", "PGSSLSNI"},
    conninfo_parameter{"ssl_min_protocol_version", "PGSSLMINPROTOCOLVERSION"},
    conninfo_parameter{"ssl_max_protocol_version", "PGSSLMAXPROTOCOLVERSION"},
    conninfo_parameter{"sslkeylogfile", {}},
    conninfo_parameter{"requirepeer", "PGREQUIREPEER"},
    conninfo_parameter{"require_auth", "PGREQUIREAUTH"},
    conninfo_parameter{"channel_binding", "PGCHANNELBINDING"},
    conninfo_parameter{"scram_client_key", {}},
    conninfo_parameter{"scram_server_key", {}},
    conninfo_parameter{"min_protocol_version", "PGMINPROTOCOLVERSION"},
    conninfo_parameter{"max_protocol_version", "PGMAXPROTOCOLVERSION"},
    conninfo_parameter{"service", "PGSERVICE"},
    conninfo_parameter{"servicefile", "PGSERVICEFILE"},
    conninfo_parameter{"target_session_attrs", "PGTARGETSESSIONATTRS"},
    conninfo_parameter{"load_balance_hosts", "PGLOADBALANCEHOSTS"},

    conninfo_parameter{"gssencmode", "PGGSSENCMODE", "GSSAPI", "disable,prefer"},
    conninfo_parameter{"gssdelegation", "PGGSSDELEGATION", "GSSAPI", "0"},
    conninfo_parameter{"gsslib", "PGGSSLIB", "GSSAPI"},
    conninfo_parameter{"krbsrvname", "PGKRBSRVNAME", "GSSAPI"},
    conninfo_parameter{"oauth_issuer", {}, "OAuth"},
    conninfo_parameter{"oauth_client_id", {}, "OAuth"},
    conninfo_parameter{"oauth_client_secret", {}, "OAuth"},
    conninfo_parameter{"oauth_scope", {}, "OAuth"},
    conninfo_parameter{"oauth_ca_file", "PGOAUTHCAFILE", "OAuth"},
};

}  // namespace

bool conninfo_parameter::accepts(std::string_view value) const {
  if (lacking.empty() || value.empty()) return true;
  std::string_view rest = harmless;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    if (rest.substr(0, comma) == value) return true;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return false;
}

std::string conninfo_parameter::refusal() const {
  std::string text = "parameter " + std::string(keyword) + " is not supported, as " + std::string(lacking) + " is not";
  if (!harmless.empty()) text += "; it may be " + std::string(harmless);
  return text;
}

std::span<const conninfo_parameter> conninfo_parameters() { return parameters; }

const conninfo_parameter* find_conninfo_parameter(std::string_view keyword) {
  const auto* const found = std::find_if(parameters.begin(), parameters.end(),
                                         [&](const conninfo_parameter& each) { return each.keyword == keyword; });
  return found == parameters.end() ? nullptr : found;
}

}  // namespace pgpipe::protocol
