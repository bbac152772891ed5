#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <pgpipe/protocol/connect_options.hpp>

#include "conninfo_parameter.hpp"
#include "conninfo_value.hpp"

namespace pgpipe::protocol {
namespace {

using std::string_literals::operator""s;

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

constexpr std::array ssl_modes = {
    named_value<ssl_mode>{"disable", ssl_mode::disable},
    named_value<ssl_mode>{"allow", ssl_mode::allow},
    named_value<ssl_mode>{"prefer", ssl_mode::prefer},
    named_value<ssl_mode>{"require", ssl_mode::require},
    named_value<ssl_mode>{"verify-ca", ssl_mode::verify_ca},
    named_value<ssl_mode>{"verify-full", ssl_mode::verify_full},
};
constexpr std::array channel_binding_modes = {
    named_value<channel_binding_mode>{"disable", channel_binding_mode::disable},
    named_value<channel_binding_mode>{"prefer", channel_binding_mode::prefer},
    named_value<channel_binding_mode>{"require", channel_binding_mode::require},
};

// Builds connect_options from what was given, then the environment, then defaults. Each step may fail; the first
// failure is kept.
class builder {
 public:
  builder(const conninfo& given, const connect_environment& environment) : given_(given), environment_(environment) {}

  result<connect_options> build() {
    refuse_unsupported_variables();
    identity();
    hosts();
    session();
    transport();
    encryption();
    if (failure_) return fail(*std::move(failure_));
    return std::move(out_);
  }

 private:
  std::optional<std::string> variable(std::string_view name) const {
    if (name.empty() || !environment_.variable) return std::nullopt;
    return environment_.variable(name);
  }
  std::optional<std::string> value(std::string_view keyword) const {
    if (const std::string* given = given_.find(keyword)) return *given;
    return variable(find_conninfo_parameter(keyword)->variable);
  }
  std::string text(std::string_view keyword) const { return value(keyword).value_or(std::string()); }

  void refuse(std::string text) {
    if (!failure_) failure_.emplace(error_category::usage, std::move(text));
  }
  // A whole number, or `otherwise` where the parameter is absent or empty.
  int integer(std::string_view keyword, int otherwise) {
    const std::string given = text(keyword);
    if (given.empty()) return otherwise;
    const std::optional<int> parsed = parse_integer(given);
    if (!parsed) refuse("invalid integer value for parameter "s + std::string(keyword));
    return parsed.value_or(otherwise);
  }
  template <typename Value, std::size_t N>
  void choose(std::string_view keyword, const std::array<named_value<Value>, N>& choices, Value& out) {
    const std::string given = text(keyword);
    if (given.empty()) return;
    for (const named_value<Value>& each : choices) {
      if (each.name == given) return void(out = each.value);
    }
    refuse("invalid " + std::string(keyword) + " value: \"" + given + "\"");
  }

  void refuse_unsupported_variables() {
    for (const conninfo_parameter& each : conninfo_parameters()) {
      if (each.supported || given_.find(each.keyword) != nullptr) continue;
      const std::optional<std::string> set = variable(each.variable);
      if (!set || each.accepts(*set)) continue;
      refuse("environment variable " + std::string(each.variable) + ": parameter " + std::string(each.keyword) +
             " is not supported yet");
    }
  }

  void identity() {
    out_.user = text("user");
    if (out_.user.empty()) out_.user = environment_.os_user;
    if (out_.user.empty()) refuse("no user name is given, and the operating system knows none");
    out_.dbname = text("dbname");
    if (out_.dbname.empty()) out_.dbname = out_.user;
    out_.passfile = text("passfile");
  }

  void hosts() {
    const std::vector<std::string> addresses = split_list(text("hostaddr"));
    const std::vector<std::string> names = split_list(text("host"));
    const std::vector<std::string> ports = split_list(text("port"));
    const std::size_t count = std::max<std::size_t>({1, addresses.empty() ? names.size() : addresses.size()});
    if (!addresses.empty() && !names.empty() && names.size() != count) {
      return refuse("could not match " + std::to_string(names.size()) + " host names to " + std::to_string(count) +
                    " hostaddr values");
    }
    if (ports.size() > 1 && ports.size() != count) {
      return refuse("could not match " + std::to_string(ports.size()) + " port numbers to " + std::to_string(count) +
                    " hosts");
    }
    const std::string password = text("password");
    for (std::size_t i = 0; i != count; ++i) {
      host_spec& host = out_.hosts.emplace_back();
      if (!addresses.empty()) host.hostaddr = addresses[i];
      if (!names.empty()) host.host = names[i];
      if (host.hostaddr.empty() && host.host.empty()) host.host = environment_.socket_directory;
      if (!ports.empty()) host.port = port(ports.size() == 1 ? ports[0] : ports[i]);
      host.password = password;
    }
  }

  // Not quoted in messages: in an ill-formed URI it may be half of a password.
  std::uint16_t port(const std::string& given) {
    if (given.empty()) return default_port;
    const int number = parse_integer(given).value_or(0);
    if (number < 1 || number > std::numeric_limits<std::uint16_t>::max()) {
      refuse("invalid port number: it must be an integer from 1 to 65535");
      return default_port;
    }
    return static_cast<std::uint16_t>(number);
  }

  void session() {
    out_.options = text("options");
    const std::optional<std::string> name = value("application_name");
    out_.application_name = name ? *name : text("fallback_application_name");
    if (const std::optional<std::string> encoding = value("client_encoding")) out_.client_encoding = *encoding;
    if (out_.client_encoding == "auto") out_.client_encoding = environment_.locale_encoding;
    for (const environment_setting& each : environment_settings) {
      const std::string setting = variable(each.variable).value_or(std::string(each.otherwise));
      if (!setting.empty() && !is_word_default(setting)) out_.settings.emplace_back(each.name, setting);
    }
  }

  void transport() {
    out_.connect_timeout = std::chrono::seconds(std::max(0, integer("connect_timeout", 0)));
    out_.keepalives.enabled = integer("keepalives", 1) != 0;
    out_.keepalives.idle = std::max(0, integer("keepalives_idle", 0));
    out_.keepalives.interval = std::max(0, integer("keepalives_interval", 0));
    out_.keepalives.count = std::max(0, integer("keepalives_count", 0));
    out_.tcp_user_timeout = std::chrono::milliseconds(std::max(0, integer("tcp_user_timeout", 0)));
  }

  void encryption() {
    out_.sslrootcert = text("sslrootcert");
    out_.sslcert = text("sslcert");
    out_.sslkey = text("sslkey");
    out_.sslsni = integer("sslsni", 1) != 0;
    choose("channel_binding", channel_binding_modes, out_.channel_binding);
    const bool any_authority = out_.sslrootcert == "system";
    if (any_authority) out_.sslmode = ssl_mode::verify_full;
    if (text("sslmode").empty() && variable("PGREQUIRESSL").value_or("0").substr(0, 1) == "1") {
      out_.sslmode = ssl_mode::require;
    }
    choose("sslmode", ssl_modes, out_.sslmode);
    // Anybody can have a certificate of a public authority for a name of his own.
    if (any_authority && out_.sslmode != ssl_mode::verify_full) {
      refuse("weak sslmode: sslrootcert=system needs sslmode=verify-full");
    }
  }

  const conninfo& given_;
  const connect_environment& environment_;
  connect_options out_;
  std::optional<error> failure_;
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
  add("options", options.options);
  add("application_name", options.application_name);
  add("client_encoding", options.client_encoding);
  for (const auto& [name, value] : options.settings) add(name, value);
  return parameters;
}

}  // namespace pgpipe::protocol
