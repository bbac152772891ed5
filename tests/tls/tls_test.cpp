#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/pipeline.hpp>

#include "support/secure_server.hpp"

namespace pgpipe::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class TlsTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ::setenv("HOME", "/nonexistent", 1);  // whose .postgresql might hold a root certificate
    server_ = std::make_unique<secure_server>();
  }
  static void TearDownTestSuite() { server_.reset(); }

  // The version of TLS that the server sees, "plain" without, or why there is no connection.
  static std::string connect(const std::string& role, const std::string& more) {
    auto opened = connection::open(server_->conninfo(role, more));
    if (!opened) return opened.error().text();
    const auto seen = opened->query("select coalesce(version, 'plain') from pg_stat_ssl where pid = pg_backend_pid()");
    return seen ? (*seen)[0].get<std::string>(0) : seen.error().text();
  }
  static std::string with_root(const std::string& more) { return "sslrootcert=" + server_->root_file() + " " + more; }

  static std::unique_ptr<secure_server> server_;
};

std::unique_ptr<secure_server> TlsTest::server_;

TEST_F(TlsTest, EachModeEncryptsAsItSays) {
  EXPECT_EQ(connect("scram", "sslmode=disable"), "plain");
  EXPECT_EQ(connect("scram", "sslmode=allow"), "plain");
  EXPECT_THAT(connect("scram", "sslmode=prefer"), StartsWith("TLSv1."));
  EXPECT_THAT(connect("scram", ""), StartsWith("TLSv1."));
  EXPECT_THAT(connect("scram", "sslmode=require"), StartsWith("TLSv1."));
  EXPECT_THAT(connect("scram", with_root("sslmode=verify-ca")), StartsWith("TLSv1."));
  EXPECT_THAT(connect("scram", with_root("sslmode=verify-full")), StartsWith("TLSv1."));
}

TEST_F(TlsTest, TheOtherKindOfConnectionIsTriedWhereTheServerRefusesOne) {
  EXPECT_EQ(connect("plain_only", "sslmode=prefer"), "plain");
  EXPECT_THAT(connect("tls_only", "sslmode=allow"), StartsWith("TLSv1."));
  EXPECT_THAT(connect("plain_only", "sslmode=require"), HasSubstr("no pg_hba.conf entry"));
  EXPECT_THAT(connect("tls_only", "sslmode=disable"), HasSubstr("no pg_hba.conf entry"));
}

TEST_F(TlsTest, AUnixSocketNeverUsesIt) {
  auto opened = value_or_throw(connection::open(server_->superuser_conninfo() + " sslmode=require"));
  const auto seen = value_or_throw(opened.query("select ssl::text from pg_stat_ssl where pid = pg_backend_pid()"));
  EXPECT_EQ(seen[0].get<std::string>(0), "false");
}

TEST_F(TlsTest, OnlyTheGivenAuthorityIsBelieved) {
  const net::temporary_file stranger(net::certificate_authority().pem());
  const std::string strange = "sslrootcert=" + stranger.path() + " ";
  EXPECT_THAT(connect("scram", strange + "sslmode=verify-ca"), HasSubstr("certificate verify failed"));
  // A root certificate that is there is used, as in libpq.
  EXPECT_THAT(connect("scram", strange + "sslmode=require"), HasSubstr("certificate verify failed"));
  EXPECT_THAT(connect("scram", "sslmode=verify-ca"), HasSubstr("does not exist"));
}

TEST_F(TlsTest, VerifyFullComparesTheHost) {
  EXPECT_THAT(connect("scram", with_root("sslmode=verify-full host=localhost")), StartsWith("TLSv1."));
  EXPECT_THAT(connect("scram", with_root("sslmode=verify-full host=db.example.com hostaddr=127.0.0.1")),
              HasSubstr("server certificate does not match host name \"db.example.com\""));
  EXPECT_THAT(connect("scram", with_root("sslmode=verify-ca host=db.example.com hostaddr=127.0.0.1")),
              StartsWith("TLSv1."));
}

TEST_F(TlsTest, ACertificateIsShownToTheServerThatAsks) {
  const std::string mine =
      "sslcert=" + server_->client_certificate_file() + " sslkey=" + server_->client_key_file() + " sslmode=require";
  EXPECT_THAT(connect("certified", mine), StartsWith("TLSv1."));
  EXPECT_THAT(connect("certified", "sslmode=require"), HasSubstr("valid client certificate"));
  ASSERT_EQ(::chmod(server_->client_key_file().c_str(), 0644), 0);
  EXPECT_THAT(connect("certified", mine), HasSubstr("has group or world access"));
  ASSERT_EQ(::chmod(server_->client_key_file().c_str(), 0600), 0);
}

TEST_F(TlsTest, ScramBindsTheChannel) {
  EXPECT_THAT(connect("scram", "sslmode=require channel_binding=require"), StartsWith("TLSv1."));
  EXPECT_THAT(connect("scram", "sslmode=require channel_binding=disable"), StartsWith("TLSv1."));
  EXPECT_THAT(connect("scram", "sslmode=disable channel_binding=require"), HasSubstr("channel binding"));
  EXPECT_THAT(connect("md5ed", "sslmode=require channel_binding=require"), HasSubstr("channel binding"));
}

// Its hash stands in the parameters of the signature algorithm, where some clients do not look.
TEST_F(TlsTest, ScramBindsTheChannelToAnRsaPssCertificate) {
  const secure_server other(net::signature_kind::rsa_pss);
  const auto opened = connection::open(other.conninfo("scram", "sslmode=require channel_binding=require"));
  EXPECT_TRUE(opened) << opened.error().text();
}

// Its signature has no hash, so that there is nothing to bind to.
TEST_F(TlsTest, ScramDoesWithoutBindingToAnEd25519Certificate) {
  const secure_server other(net::signature_kind::ed25519);
  const auto opened = connection::open(other.conninfo("scram", "sslmode=require"));
  EXPECT_TRUE(opened) << opened.error().text();
  EXPECT_FALSE(connection::open(other.conninfo("scram", "sslmode=require channel_binding=require")));
}

TEST_F(TlsTest, LargeValuesPassBothWays) {
  auto opened = value_or_throw(connection::open(server_->conninfo("scram", "sslmode=require")));
  const std::string large(20'000'000, 'x');
  const auto answer = value_or_throw(opened.query("select $1::text, length($1)", large));
  EXPECT_EQ(answer[0].get<std::string>(0), large);
  const auto rows = value_or_throw(opened.query("select generate_series(1, 100000)::text"));
  EXPECT_EQ(rows.size(), 100'000U);
}

// More than both sockets' buffers hold, in each direction: whoever writes all before reading waits for ever.
TEST_F(TlsTest, APipelineThatEchoesMoreThanTheBuffersHoldDoesNotWedge) {
  auto opened = value_or_throw(connection::open(server_->conninfo("scram", "sslmode=require")));
  const prepared_statement echo = value_or_throw(opened.prepare("select $1::text"));
  const std::string value(40'000, 'v');
  constexpr std::size_t count = 1000;
  pipeline batch(opened);
  for (std::size_t i = 0; i != count; ++i) ASSERT_TRUE(batch.push(echo, value));
  const auto results = value_or_throw(batch.collect());
  ASSERT_EQ(results.size(), count + 1);
  for (std::size_t i = 0; i != count; ++i) ASSERT_EQ(results[i][0].get<std::string>(0), value);
  EXPECT_EQ(results.back().group(), group_outcome::committed);
}

}  // namespace
}  // namespace pgpipe::test
