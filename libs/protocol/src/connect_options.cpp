#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <pgpipe/protocol/connect_options.hpp>

#include "option_reader.hpp"

namespace pgpipe::protocol {
namespace {

// Session settings that libpq takes from the environment, and what is sent when the variable is not set.
struct environment_setting {
  std::string_view variable;
  std::string_view name;
  std::string_view otherwise;
};
constexpr std::array environment_settings = {
    environment_setting{"PGDATESTYLE", "datestyle", "ISO"},
    environment_setting{"PGTZ", "timezone", {}},
    environment_setting{"PGGEQO", "geqo", {}},
};

constexpr std::array session_attribute_names = {
    named_value<session_attributes>{"any", session_attributes::any},
    named_value<session_attributes>{"read-write", session_attributes::read_write},
    named_value<session_attributes>{"read-only", session_attributes::read_only},
    named_value<session_attributes>{"primary", session_attributes::primary},
    named_value<session_attributes>{"standby", session_attributes::standby},
    named_value<session_attributes>{"prefer-standby", session_attributes::prefer_standby},
};
constexpr std::array balances = {named_value<bool>{"disable", false}, named_value<bool>{"random", true}};
constexpr std::array protocol_versions = {
    named_value<std::uint32_t>{"3.0", protocol_3_0},
    named_value<std::uint32_t>{"3.2", protocol_3_2},
    named_value<std::uint32_t>{"latest", protocol_3_2},
};
// The server's words for a boolean, and the one for logical replication.
constexpr std::array replications = {
    named_value<std::string_view>{"database", "database"},
    named_value<std::string_view>{"true", "true"},
    named_value<std::string_view>{"on", "true"},
    named_value<std::string_view>{"yes", "true"},
    named_value<std::string_view>{"1", "true"},
    named_value<std::string_view>{"false", ""},
    named_value<std::string_view>{"off", ""},
    named_value<std::string_view>{"no", ""},
    named_value<std::string_view>{"0", ""},
};

// Builds connect_options from what was given, then the environment, then defaults. Each step may fail; the first
// failure is kept.
class builder {
 public:
  builder(const conninfo& given, const connect_environment& environment) : from_(given, environment) {}

  result<connect_options> build() {
    refuse_unsupported_variables();
    identity();
    hosts();
    session();
    transport();
    protocol_version();
    read_encryption(from_, out_);
    read_authentication(from_, out_);
    if (from_.failure()) return fail(*from_.failure());
    return std::move(out_);
  }

 private:
  void refuse_unsupported_variables() {
    for (const conninfo_parameter& each : conninfo_parameters()) {
      if (each.lacking.empty() || from_.given().find(each.keyword) != nullptr) continue;
      const std::optional<std::string> set = from_.variable(each.variable);
      if (!set || each.accepts(*set)) continue;
      from_.refuse("environment variable " + std::string(each.variable) + ": " + each.refusal());
    }
  }

  void identity() {
    out_.user = from_.text("user");
    if (out_.user.empty()) out_.user = from_.environment().os_user;
    if (out_.user.empty()) from_.refuse("no user name is given, and the operating system knows none");
    out_.dbname = from_.text("dbname");
    if (out_.dbname.empty()) out_.dbname = out_.user;
    out_.passfile = from_.text("passfile");
  }

  void hosts() {
    const std::vector<std::string> addresses = split_list(from_.text("hostaddr"));
    const std::vector<std::string> names = split_list(from_.text("host"));
    const std::vector<std::string> ports = split_list(from_.text("port"));
    const std::size_t count = std::max<std::size_t>({1, addresses.empty() ? names.size() : addresses.size()});
    if (!addresses.empty() && !names.empty() && names.size() != count) {
      return from_.refuse("could not match " + std::to_string(names.size()) + " host names to " +
                          std::to_string(count) + " hostaddr values");
    }
    if (ports.size() > 1 && ports.size() != count) {
      return from_.refuse("could not match " + std::to_string(ports.size()) + " port numbers to " +
                          std::to_string(count) + " hosts");
    }
    const std::string password = from_.text("password");
    for (std::size_t i = 0; i != count; ++i) {
      host_spec& host = out_.hosts.emplace_back();
      if (!addresses.empty()) host.hostaddr = addresses[i];
      if (!names.empty()) host.host = names[i];
      if (host.hostaddr.empty() && host.host.empty()) host.host = from_.environment().socket_directory;
      if (!ports.empty()) host.port = port(ports.size() == 1 ? ports[0] : ports[i]);
      host.password = password;
    }
  }

  // Not quoted in messages: in an ill-formed URI it may be half of a password.
  std::uint16_t port(const std::string& given) {
    if (given.empty()) return default_port;
    const int number = parse_integer(given).value_or(0);
    if (number < 1 || number > std::numeric_limits<std::uint16_t>::max()) {
      from_.refuse("invalid port number: it must be an integer from 1 to 65535");
      return default_port;
    }
    return static_cast<std::uint16_t>(number);
  }

  void session() {
    out_.options = from_.text("options");
    const std::optional<std::string> name = from_.value("application_name");
    out_.application_name = name ? *name : from_.text("fallback_application_name");
    if (const std::optional<std::string> encoding = from_.value("client_encoding")) out_.client_encoding = *encoding;
    if (out_.client_encoding == "auto") out_.client_encoding = from_.environment().locale_encoding;
    std::string_view replication;
    from_.choose("replication", replications, replication, true);
    out_.replication = replication;
    for (const environment_setting& each : environment_settings) {
      const std::string setting = from_.variable(each.variable).value_or(std::string(each.otherwise));
      if (!setting.empty() && !is_word_default(setting)) out_.settings.emplace_back(each.name, setting);
    }
  }

  void transport() {
    out_.connect_timeout = std::chrono::seconds(from_.amount("connect_timeout", "seconds"));
    out_.keepalives.enabled = from_.integer("keepalives", 1, "1 or 0") != 0;
    out_.keepalives.idle = from_.amount("keepalives_idle", "seconds");
    out_.keepalives.interval = from_.amount("keepalives_interval", "seconds");
    out_.keepalives.count = from_.amount("keepalives_count", "a number of keepalives");
    out_.tcp_user_timeout = std::chrono::milliseconds(from_.amount("tcp_user_timeout", "milliseconds"));
    from_.choose("load_balance_hosts", balances, out_.load_balance_hosts);
    from_.choose("target_session_attrs", session_attribute_names, out_.target_session_attrs);
  }

  void protocol_version() {
    from_.choose("min_protocol_version", protocol_versions, out_.min_protocol_version);
    out_.max_protocol_version = std::max(out_.max_protocol_version, out_.min_protocol_version);
    from_.choose("max_protocol_version", protocol_versions, out_.max_protocol_version);
    if (out_.max_protocol_version < out_.min_protocol_version) {
      from_.refuse("invalid max_protocol_version value: it is older than min_protocol_version");
    }
  }

  option_reader from_;
  connect_options out_;
};

}  // namespace

bool host_spec::is_unix_socket() const {
  return hostaddr.empty() && !host.empty() && (host.front() == '/' || host.front() == '@');
}

std::string host_spec::socket_path() const { return host + "/.s.PGSQL." + std::to_string(port); }

result<connect_options> make_connect_options(const conninfo& given, const connect_environment& environment) {
  return builder(given, environment).build();
}

std::vector<std::pair<std::string, std::string>> startup_parameters(const connect_options& options) {
  std::vector<std::pair<std::string, std::string>> parameters;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) parameters.emplace_back(name, value);
  };
  add("user", options.user);
  add("database", options.dbname);
  add("replication", options.replication);
  add("options", options.options);
  add("application_name", options.application_name);
  add("client_encoding", options.client_encoding);
  for (const auto& [name, value] : options.settings) add(name, value);
  return parameters;
}

}  // namespace pgpipe::protocol
