#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/x509.h>
#include <sys/stat.h>

#include <pgpipe/client/connection.hpp>

#include "support/secure_server.hpp"
#include "support/server.hpp"
#include "support/tls_relay.hpp"

// What the ssl parameters, require_auth and channel_binding make of a real server.
namespace pgpipe::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class tls_parameters : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ::setenv("HOME", "/nonexistent", 1);  // whose .postgresql might hold certificates
    server_ = std::make_unique<secure_server>();
  }
  static void TearDownTestSuite() { server_.reset(); }

  // The version of TLS that the server sees, "plain" without, or why there is no connection.
  static std::string connect_to(const std::string& conninfo) {
    auto opened = connection::open(conninfo);
    if (!opened) return opened.error().text();
    const auto seen = opened->query("select coalesce(version, 'plain') from pg_stat_ssl where pid = pg_backend_pid()");
    return seen ? (*seen)[0].get<std::string>(0) : seen.error().text();
  }
  static std::string connect(const std::string& role, const std::string& more) {
    return connect_to(server_->conninfo(role, more));
  }
  static std::string verified(const std::string& more) {
    return connect("trusting", "sslmode=verify-full sslrootcert=" + server_->root_file() + " " + more);
  }
  static std::string certified(const std::string& key, const std::string& more) {
    const net::temporary_file file(key);
    return connect("certified", "sslmode=require sslcert=" + server_->client_certificate_file() +
                                    " sslkey=" + file.path() + " " + more);
  }

  static std::unique_ptr<secure_server> server_;
};

std::unique_ptr<secure_server> tls_parameters::server_;

TEST_F(tls_parameters, a_revoked_certificate_is_refused) {
  const auto& authority = server_->authority();
  const net::temporary_file nobody(authority.revoke({}));
  const net::temporary_file other(authority.revoke({server_->client_certificate()}));
  const net::temporary_file server(authority.revoke({server_->client_certificate(), server_->certificate()}));
  const net::temporary_file stranger(net::certificate_authority().revoke({}));
  EXPECT_THAT(verified("sslcrl=" + nobody.path()), StartsWith("TLSv1."));
  EXPECT_THAT(verified("sslcrl=" + other.path()), StartsWith("TLSv1."));
  EXPECT_THAT(verified("sslcrl=" + server.path()), HasSubstr("certificate revoked"));
  EXPECT_THAT(verified("sslcrl=" + stranger.path()), HasSubstr("CRL signature failure"));
  EXPECT_THAT(verified("sslcrl=/nonexistent"), HasSubstr("\"/nonexistent\""));
}

TEST_F(tls_parameters, revocation_lists_are_found_in_a_folder) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("crl-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  std::array<char, 16> name{};
  const auto authority = net::parse_certificate(server_->authority().pem());
  std::snprintf(name.data(), name.size(), "%08lx.r0", ::X509_subject_name_hash(authority.get()));
  std::ofstream(folder / name.data()) << server_->authority().revoke({server_->certificate()});
  EXPECT_THAT(verified("sslcrldir=" + folder.string()), HasSubstr("certificate revoked"));
  std::ofstream(folder / name.data()) << server_->authority().revoke({});
  EXPECT_THAT(verified("sslcrldir=" + folder.string()), StartsWith("TLSv1."));
  std::filesystem::remove_all(folder);
}

TEST_F(tls_parameters, an_encrypted_key_is_opened_by_its_password) {
  const std::string& key = server_->client_certificate().key;
  const std::string encrypted = net::encrypted_key(key, "open sesame");
  EXPECT_THAT(certified(encrypted, "sslpassword='open sesame'"), StartsWith("TLSv1."));
  EXPECT_THAT(certified(encrypted, ""), HasSubstr("is encrypted, and no sslpassword is given"));
  EXPECT_THAT(certified(encrypted, "sslpassword=wrong"), HasSubstr("sslpassword does not open it"));
  EXPECT_THAT(certified(encrypted, "sslpassword=wrong"), testing::Not(HasSubstr("wrong ")));
  EXPECT_THAT(certified(key, "sslpassword=needless"), StartsWith("TLSv1."));
  EXPECT_THAT(certified(net::der_key(key), ""), StartsWith("TLSv1."));
}

TEST_F(tls_parameters, sslcertmode_says_whether_a_certificate_is_shown) {
  const std::string& key = server_->client_certificate().key;
  EXPECT_THAT(certified(key, "sslcertmode=allow"), StartsWith("TLSv1."));
  EXPECT_THAT(certified(key, "sslcertmode=require"), StartsWith("TLSv1."));
  EXPECT_THAT(certified(key, "sslcertmode=disable"), HasSubstr("valid client certificate"));
  EXPECT_THAT(connect("trusting", "sslmode=require sslcertmode=require"),
              HasSubstr("sslcertmode=require is not met: the server let the client in without a certificate"));
  EXPECT_THAT(connect("trusting", "sslmode=disable sslcertmode=require"), HasSubstr("did not ask"));
}

TEST_F(tls_parameters, versions_of_tls_are_limited) {
  EXPECT_EQ(connect("trusting", "sslmode=require ssl_max_protocol_version=TLSv1.2"), "TLSv1.2");
  EXPECT_EQ(connect("trusting", "sslmode=require ssl_min_protocol_version=TLSv1.3"), "TLSv1.3");
  EXPECT_THAT(connect("trusting", "sslmode=require ssl_min_protocol_version=TLSv1 ssl_max_protocol_version=TLSv1.1"),
              HasSubstr("TLS error"));
}

TEST_F(tls_parameters, the_systems_roots_may_be_believed) {
  ::setenv("SSL_CERT_FILE", server_->root_file().c_str(), 1);
  EXPECT_THAT(connect("trusting", "sslrootcert=system"), StartsWith("TLSv1."));
  EXPECT_THAT(connect("trusting", "sslrootcert=system host=db.example.com hostaddr=127.0.0.1"),
              HasSubstr("does not match host name"));
  ::unsetenv("SSL_CERT_FILE");
  EXPECT_THAT(connect("trusting", "sslrootcert=system"), HasSubstr("certificate verify failed"));
}

TEST_F(tls_parameters, secrets_are_logged_where_that_is_asked_for) {
  const std::filesystem::path log = std::filesystem::temp_directory_path() / ("keys-" + std::to_string(::getpid()));
  EXPECT_EQ(connect("trusting", "sslmode=require ssl_min_protocol_version=TLSv1.3 sslkeylogfile=" + log.string()),
            "TLSv1.3");
  struct stat facts{};
  ASSERT_EQ(::stat(log.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  std::ifstream in(log);
  const std::string lines{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(lines, HasSubstr("CLIENT_TRAFFIC_SECRET_0 "));
  std::filesystem::remove(log);
}

// A server that speaks TLS from the first byte is 17 or newer; in front of an older one another has to speak it.
TEST_F(tls_parameters, direct_negotiation_needs_no_question) {
  const tls_relay relay(server_->certificate(), server_->port());
  const auto over = [](const tls_relay& through, const std::string& more) {
    return connect_to(server_->conninfo("trusting", more) + " port=" + std::to_string(through.port()));
  };
  // Behind the relay the server sees no TLS.
  EXPECT_EQ(over(relay, "sslmode=require sslnegotiation=direct"), "plain");
  const std::string root = " sslrootcert=" + server_->root_file();
  EXPECT_EQ(over(relay, "sslmode=verify-full sslnegotiation=direct" + root), "plain");
  EXPECT_THAT(over(relay, "sslmode=require sslnegotiation=direct host=localhost ssl_max_protocol_version=TLSv1.2"),
              "plain");
  const tls_relay silent(server_->certificate(), server_->port(), false);
  EXPECT_THAT(over(silent, "sslmode=require sslnegotiation=direct"), HasSubstr("needs a server that answers ALPN"));
}

TEST_F(tls_parameters, direct_negotiation_works_with_servers_from_17_on) {
  const std::string outcome = connect("trusting", "sslmode=require sslnegotiation=direct connect_timeout=10");
  if (std::stoi(ask("show server_version_num", server_->superuser_conninfo())) >= 170000) {
    EXPECT_EQ(outcome, "TLSv1.3");
  } else {
    EXPECT_THAT(outcome, HasSubstr("closed the connection during the TLS handshake"));
  }
}

TEST_F(tls_parameters, require_auth_accepts_what_it_names_and_nothing_else) {
  const auto& server = *server_;
  const std::string shows = "sslmode=require sslcert=" + server.client_certificate_file() +
                            " sslkey=" + server.client_key_file() + " require_auth=";
  struct {
    const char* role;
    const char* method;
  } const kinds[] = {{"trusting", "none"},
                     {"cleartext", "password"},
                     {"md5ed", "md5"},
                     {"scram", "scram-sha-256"},
                     {"certified", "none"}};
  for (const auto& [role, method] : kinds) {
    for (const std::string wanted : {"none", "password", "md5", "scram-sha-256"}) {
      SCOPED_TRACE(std::string(role) + " " + wanted);
      const bool fits = wanted == method;
      const auto said = connect(role, shows + wanted);
      const auto said_of_others = connect(role, shows + "!" + wanted);
      EXPECT_THAT(said, fits ? HasSubstr("TLSv1.") : HasSubstr("require_auth=" + wanted + " is not met"));
      EXPECT_THAT(said_of_others, fits ? HasSubstr("require_auth=!" + wanted + " is not met") : HasSubstr("TLSv1."));
    }
  }
  EXPECT_THAT(connect("md5ed", shows + "scram-sha-256,md5"), StartsWith("TLSv1."));
  EXPECT_THAT(connect("scram", shows + "gss,sspi,oauth"), HasSubstr("is not met: the server asks for SASL"));
}

TEST_F(tls_parameters, channel_binding_is_demanded_or_left_out) {
  EXPECT_THAT(connect("scram", "sslmode=require channel_binding=require"), StartsWith("TLSv1."));
  for (const char* role : {"trusting", "cleartext", "md5ed"}) {
    EXPECT_THAT(connect(role, "sslmode=require channel_binding=require"), HasSubstr("channel binding is required"));
  }
  for (const char* role : {"trusting", "cleartext", "md5ed", "scram"}) {
    EXPECT_THAT(connect(role, "sslmode=disable channel_binding=require"), HasSubstr("channel binding is required"));
    EXPECT_THAT(connect(role, "sslmode=require channel_binding=disable"), StartsWith("TLSv1."));
  }
}

}  // namespace
}  // namespace pgpipe::test
