#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/connect_options.hpp>

namespace pgpipe::protocol {
namespace {

using testing::HasSubstr;
using testing::Not;
using variables = std::map<std::string, std::string, std::less<>>;

result<connect_options> options_of(std::string_view text, const variables& set = {}) {
  connect_environment environment;
  environment.os_user = "os";
  environment.variable = [&set](std::string_view name) {
    const auto at = set.find(name);
    return at == set.end() ? std::nullopt : std::optional(at->second);
  };
  const result<conninfo> parsed = conninfo::parse(text);
  if (!parsed) return fail(parsed.error());
  return make_connect_options(*parsed, environment);
}

std::string refusal(std::string_view text, const variables& set = {}) {
  const result<connect_options> options = options_of(text, set);
  if (options) return "accepted";
  EXPECT_EQ(options.error().category(), error_category::usage);
  return options.error().text();
}

// "host/hostaddr:port", joined by spaces.
std::string hosts_of(std::string_view text, const variables& set = {}) {
  const result<connect_options> options = options_of(text, set);
  if (!options) return options.error().text();
  std::string out;
  for (const host_spec& each : options->hosts) {
    out += (out.empty() ? "" : " ") + each.host + "/" + each.hostaddr + ":" + std::to_string(each.port);
  }
  return out;
}

TEST(ConnectOptions, HasDefaultsForEverything) {
  const connect_options options = *options_of("");
  ASSERT_EQ(options.hosts.size(), 1U);
  EXPECT_EQ(options.hosts[0].host, "/var/run/postgresql");
  EXPECT_TRUE(options.hosts[0].is_unix_socket());
  EXPECT_EQ(options.hosts[0].socket_path(), "/var/run/postgresql/.s.PGSQL.5432");
  EXPECT_EQ(options.user, "os");
  EXPECT_EQ(options.dbname, "os");
  EXPECT_EQ(options.client_encoding, "UTF8");
  EXPECT_EQ(options.sslmode, ssl_mode::prefer);
  EXPECT_EQ(options.channel_binding, channel_binding_mode::prefer);
  EXPECT_EQ(options.connect_timeout.count(), 0);
  EXPECT_TRUE(options.keepalives.enabled);
  EXPECT_TRUE(options.sslsni);
}

TEST(ConnectOptions, TakesTheDatabasesNameFromTheUser) {
  EXPECT_EQ(options_of("user=u")->dbname, "u");
  EXPECT_EQ(options_of("user=u dbname=d")->dbname, "d");
  EXPECT_EQ(options_of("user=u dbname=''", {{"PGDATABASE", "e"}})->dbname, "u");
  const result<connect_options> nobody = make_connect_options(*conninfo::parse("host=a"));
  ASSERT_FALSE(nobody);
  EXPECT_THAT(nobody.error().text(), HasSubstr("no user name"));
}

TEST(ConnectOptions, PrefersWhatWasGivenToTheEnvironment) {
  const variables set = {{"PGHOST", "e"},
                         {"PGPORT", "7"},
                         {"PGUSER", "eu"},
                         {"PGDATABASE", "ed"},
                         {"PGAPPNAME", "ea"},
                         {"PGOPTIONS", "-c x=y"},
                         {"PGCONNECT_TIMEOUT", "3"},
                         {"PGPASSWORD", "ep"},
                         {"PGPASSFILE", "ef"},
                         {"PGSSLMODE", "disable"},
                         {"PGCLIENTENCODING", "LATIN1"}};
  const connect_options from_environment = *options_of("", set);
  EXPECT_EQ(from_environment.hosts[0].host, "e");
  EXPECT_EQ(from_environment.hosts[0].port, 7);
  EXPECT_EQ(from_environment.hosts[0].password, "ep");
  EXPECT_EQ(from_environment.user, "eu");
  EXPECT_EQ(from_environment.dbname, "ed");
  EXPECT_EQ(from_environment.application_name, "ea");
  EXPECT_EQ(from_environment.options, "-c x=y");
  EXPECT_EQ(from_environment.connect_timeout.count(), 3);
  EXPECT_EQ(from_environment.passfile, "ef");
  EXPECT_EQ(from_environment.sslmode, ssl_mode::disable);
  EXPECT_EQ(from_environment.client_encoding, "LATIN1");
  const connect_options given = *options_of("host=g user=gu dbname=gd sslmode=require port=8", set);
  EXPECT_EQ(given.hosts[0].host, "g");
  EXPECT_EQ(given.hosts[0].port, 8);
  EXPECT_EQ(given.user, "gu");
  EXPECT_EQ(given.dbname, "gd");
  EXPECT_EQ(given.sslmode, ssl_mode::require);
}

TEST(ConnectOptions, AnEmptyValueHidesTheEnvironment) {
  EXPECT_EQ(hosts_of("host=''", {{"PGHOST", "e"}}), "/var/run/postgresql/:5432");
  EXPECT_EQ(hosts_of("port=''", {{"PGPORT", "7"}}), "/var/run/postgresql/:5432");
}

TEST(ConnectOptions, MatchesHostsAndPortsByPosition) {
  EXPECT_EQ(hosts_of("host=h1,h2 port=,5433"), "h1/:5432 h2/:5433");
  EXPECT_EQ(hosts_of("postgres://h1,h2:5433/db"), "h1/:5432 h2/:5433");
  EXPECT_EQ(hosts_of("host=h1,h2,h3 port=9"), "h1/:9 h2/:9 h3/:9");
  EXPECT_EQ(hosts_of("host=h1,,h3"), "h1/:5432 /var/run/postgresql/:5432 h3/:5432");
  EXPECT_EQ(hosts_of("hostaddr=1.1.1.1,2.2.2.2"), "/1.1.1.1:5432 /2.2.2.2:5432");
  EXPECT_EQ(hosts_of("host=a,b hostaddr=1.1.1.1,"), "a/1.1.1.1:5432 b/:5432");
  EXPECT_EQ(hosts_of("host=h1,h2 port=1,2,3"), "could not match 3 port numbers to 2 hosts");
  EXPECT_EQ(hosts_of("host=h1 hostaddr=a,b"), "could not match 1 host names to 2 hostaddr values");
}

TEST(ConnectOptions, ReadsNumbersStrictly) {
  for (const char* text : {"port=5x", "port=70000", "port=0", "port=-1", "port=x", "port=' '", "host=a,b port=1,2x"}) {
    EXPECT_THAT(refusal(text), HasSubstr("invalid port number")) << text;
  }
  EXPECT_EQ(hosts_of("host=a port=' 5 '"), "a/:5");
  EXPECT_EQ(refusal("connect_timeout=1x"), "invalid integer value for parameter connect_timeout: expected seconds");
  EXPECT_EQ(refusal("keepalives_idle=x"), "invalid integer value for parameter keepalives_idle: expected seconds");
  EXPECT_EQ(refusal("tcp_user_timeout=9999999999"),
            "invalid integer value for parameter tcp_user_timeout: expected milliseconds");
  EXPECT_FALSE(options_of("keepalives=0")->keepalives.enabled);
  EXPECT_TRUE(options_of("keepalives='1 '")->keepalives.enabled);
  EXPECT_EQ(options_of("connect_timeout=-3")->connect_timeout.count(), 0);
  EXPECT_EQ(options_of("tcp_user_timeout=250")->tcp_user_timeout.count(), 250);
}

TEST(ConnectOptions, DoesNotQuoteAPortThatMayBePartOfAPassword) {
  EXPECT_THAT(refusal("postgres://user:top/secret@h/db"), Not(HasSubstr("top")));
}

TEST(ConnectOptions, ChoosesByName) {
  EXPECT_EQ(options_of("sslmode=verify-ca")->sslmode, ssl_mode::verify_ca);
  EXPECT_EQ(options_of("sslmode=verify-full")->sslmode, ssl_mode::verify_full);
  EXPECT_EQ(options_of("sslmode=allow")->sslmode, ssl_mode::allow);
  EXPECT_EQ(options_of("channel_binding=require")->channel_binding, channel_binding_mode::require);
  EXPECT_EQ(refusal("sslmode=Require"),
            "invalid sslmode value: \"Require\" is not disable, allow, prefer, require, verify-ca or verify-full");
  EXPECT_EQ(refusal("channel_binding=x"), "invalid channel_binding value: \"x\" is not disable, prefer or require");
  EXPECT_THAT(refusal("", {{"PGSSLMODE", "on"}}), HasSubstr("invalid sslmode value: \"on\""));
  EXPECT_EQ(options_of("", {{"PGREQUIRESSL", "1"}})->sslmode, ssl_mode::require);
  EXPECT_FALSE(options_of("sslsni=0")->sslsni);
}

TEST(ConnectOptions, DemandsTheHostNameOfPublicAuthorities) {
  EXPECT_EQ(options_of("sslrootcert=system")->sslmode, ssl_mode::verify_full);
  EXPECT_EQ(options_of("sslrootcert=system sslmode=verify-full")->sslmode, ssl_mode::verify_full);
  EXPECT_THAT(refusal("sslrootcert=system sslmode=require"), HasSubstr("weak sslmode"));
}

TEST(ConnectOptions, AsksBeforeTlsUnlessItIsCertain) {
  EXPECT_EQ(options_of("sslmode=require sslnegotiation=direct")->sslnegotiation, ssl_negotiation::direct);
  EXPECT_EQ(options_of("sslrootcert=system sslnegotiation=direct")->sslmode, ssl_mode::verify_full);
  for (const char* mode : {"", "sslmode=prefer ", "sslmode=allow ", "sslmode=disable "}) {
    EXPECT_EQ(refusal(std::string(mode) + "sslnegotiation=direct"),
              "weak sslmode: sslnegotiation=direct needs sslmode require, verify-ca or verify-full");
  }
}

TEST(ConnectOptions, LimitsTlsVersions) {
  EXPECT_EQ(options_of("")->ssl_min_protocol_version, tls_1_2);
  EXPECT_EQ(options_of("")->ssl_max_protocol_version, 0);
  const connect_options narrow = *options_of("ssl_min_protocol_version=tlsv1.3 ssl_max_protocol_version=TLSv1.3");
  EXPECT_EQ(narrow.ssl_min_protocol_version, tls_1_3);
  EXPECT_EQ(narrow.ssl_max_protocol_version, tls_1_3);
  EXPECT_THAT(refusal("ssl_max_protocol_version=TLSv1.1"), HasSubstr("older than ssl_min_protocol_version"));
  EXPECT_TRUE(options_of("ssl_min_protocol_version=TLSv1 ssl_max_protocol_version=TLSv1.1"));
}

TEST(ConnectOptions, ChoosesTheProtocolsVersion) {
  const auto versions = [](std::string_view text) {
    const connect_options options = *options_of(text);
    return std::pair(options.min_protocol_version, options.max_protocol_version);
  };
  EXPECT_EQ(versions(""), std::pair(protocol_3_0, protocol_3_0));
  EXPECT_EQ(versions("min_protocol_version=3.2"), std::pair(protocol_3_2, protocol_3_2));
  EXPECT_EQ(versions("max_protocol_version=latest"), std::pair(protocol_3_0, protocol_3_2));
  EXPECT_THAT(refusal("min_protocol_version=3.2 max_protocol_version=3.0"), HasSubstr("older than min_protocol"));
  EXPECT_EQ(refusal("max_protocol_version=3.1"),
            "invalid max_protocol_version value: \"3.1\" is not 3.0, 3.2 or latest");
}

TEST(ConnectOptions, TakesScramKeysInPairs) {
  const std::string key = std::string(43, 'A') + "=";
  const std::string longer = std::string(44, 'A');
  EXPECT_TRUE(options_of("scram_client_key=" + key + " scram_server_key=" + key)->scram_pass_through);
  EXPECT_FALSE(options_of("")->scram_pass_through);
  EXPECT_EQ(refusal("scram_client_key=" + key), "scram_client_key is given without scram_server_key");
  EXPECT_EQ(refusal("scram_server_key=" + key), "scram_server_key is given without scram_client_key");
  for (const std::string& wrong : {longer, std::string("x"), key + "="}) {
    EXPECT_EQ(refusal("scram_client_key=" + key + " scram_server_key='" + wrong + "'"),
              "invalid scram_server_key value: expected 32 bytes in base64");
  }
}

// One wrong word a parameter: each refusal names the parameter, and what would have been right.
TEST(ConnectOptions, SaysWhatWasExpected) {
  const std::map<std::string, std::string> expected = {
      {"connect_timeout", "seconds"},
      {"keepalives", "1 or 0"},
      {"keepalives_idle", "seconds"},
      {"keepalives_interval", "seconds"},
      {"keepalives_count", "a number of keepalives"},
      {"tcp_user_timeout", "milliseconds"},
      {"sslmode", "disable, allow, prefer, require, verify-ca or verify-full"},
      {"sslnegotiation", "postgres or direct"},
      {"sslcompression", "0 or 1"},
      {"sslcertmode", "disable, allow or require"},
      {"sslsni", "1 or 0"},
      {"ssl_min_protocol_version", "TLSv1, TLSv1.1, TLSv1.2 or TLSv1.3"},
      {"ssl_max_protocol_version", "TLSv1, TLSv1.1, TLSv1.2 or TLSv1.3"},
      {"require_auth", "password, md5, gss, sspi, scram-sha-256, oauth or none"},
      {"channel_binding", "disable, prefer or require"},
      {"scram_client_key", "scram_server_key"},
      {"scram_server_key", "scram_client_key"},
      {"min_protocol_version", "3.0, 3.2 or latest"},
      {"max_protocol_version", "3.0, 3.2 or latest"},
      {"target_session_attrs", "any, read-write, read-only, primary, standby or prefer-standby"},
      {"load_balance_hosts", "disable or random"},
      {"replication", "database, true"},
      {"gssencmode", "disable,prefer"},
      {"gssdelegation", "0"},
      {"gsslib", "GSSAPI"},
      {"krbsrvname", "GSSAPI"},
      {"oauth_issuer", "OAuth"},
      {"oauth_ca_file", "OAuth"},
  };
  for (const auto& [keyword, words] : expected) {
    const std::string text = refusal(keyword + "=1x");
    EXPECT_THAT(text, HasSubstr(keyword));
    EXPECT_THAT(text, HasSubstr(words)) << keyword;
  }
}

TEST(ConnectOptions, RefusesUnsupportedVariables) {
  EXPECT_EQ(refusal("", {{"PGGSSENCMODE", "require"}}),
            "environment variable PGGSSENCMODE: parameter gssencmode is not supported, as GSSAPI is not; it may be "
            "disable,prefer");
  EXPECT_THAT(refusal("", {{"PGKRBSRVNAME", "x"}}), HasSubstr("parameter krbsrvname is not supported"));
  EXPECT_TRUE(options_of("", {{"PGGSSENCMODE", "prefer"}, {"PGKRBSRVNAME", ""}}));
  EXPECT_TRUE(options_of("gssencmode=disable", {{"PGGSSENCMODE", "require"}}));
}

TEST(ConnectOptions, AsksForAWalsender) {
  EXPECT_EQ(options_of("replication=database")->replication, "database");
  for (const char* yes : {"true", "on", "YES", "1"}) {
    EXPECT_EQ(options_of(std::string("replication=") + yes)->replication, "true");
  }
  for (const char* no : {"false", "off", "no", "0", "''"}) {
    EXPECT_EQ(options_of(std::string("replication=") + no)->replication, "") << no;
  }
}

std::string sent(std::string_view text, const variables& set = {}) {
  std::string out;
  for (const auto& [name, value] : startup_parameters(*options_of(text, set))) {
    out += (out.empty() ? "" : " ") + name + "=" + value;
  }
  return out;
}

TEST(ConnectOptions, SendsWhatLibpqSends) {
  EXPECT_EQ(sent("user=u dbname=d options='-c a=b' application_name=x"),
            "user=u database=d options=-c a=b application_name=x client_encoding=UTF8 datestyle=ISO");
  EXPECT_EQ(sent("fallback_application_name=f"),
            "user=os database=os application_name=f client_encoding=UTF8 datestyle=ISO");
  EXPECT_EQ(sent("fallback_application_name=f", {{"PGAPPNAME", "e"}}),
            "user=os database=os application_name=e client_encoding=UTF8 datestyle=ISO");
}

TEST(ConnectOptions, LetsExtraSettingsBeTurnedOff) {
  EXPECT_EQ(sent("client_encoding=''", {{"PGDATESTYLE", "default"}}), "user=os database=os");
  EXPECT_EQ(sent("client_encoding=auto", {{"PGDATESTYLE", "German"}, {"PGTZ", "UTC"}, {"PGGEQO", "off"}}),
            "user=os database=os client_encoding=UTF8 datestyle=German timezone=UTC geqo=off");
}

TEST(ConnectOptions, TellsSocketsFromNames) {
  EXPECT_TRUE((host_spec{.host = "@name"}.is_unix_socket()));
  EXPECT_TRUE((host_spec{.host = "/tmp"}.is_unix_socket()));
  EXPECT_FALSE((host_spec{.host = "/tmp", .hostaddr = "::1"}.is_unix_socket()));
  EXPECT_FALSE((host_spec{.host = "tmp"}.is_unix_socket()));
  EXPECT_EQ((host_spec{.host = "@name", .port = 7}.socket_path()), "@name/.s.PGSQL.7");
}

}  // namespace
}  // namespace pgpipe::protocol
