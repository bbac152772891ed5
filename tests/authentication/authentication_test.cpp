#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <pgpipe/client/connection.hpp>

#include "embedded/private_cluster.hpp"

namespace pgpipe {
namespace {

using testing::HasSubstr;

// A server that asks each role for its password in the way the role's name says; unnamed ways are SCRAM.
app::cluster_options strict_server() {
  app::cluster_options options;
  options.hba_lines = {"local all postgres trust",     "local all trusting trust",
                       "local all cleartext password", "local all md5ed md5",
                       "local all forbidden reject",   "local all other_user peer",
                       "local all all scram-sha-256",  "host all all 127.0.0.1/32 scram-sha-256"};
  options.listen_tcp = true;
  options.settings = {{"password_encryption", "scram-sha-256"}};  // the default is another one before version 14
  return options;
}

// The client key of RFC 5802, in base64, as OpenSSL computes it.
std::string scram_client_key(std::string_view password, const std::string& salt, int iterations) {
  const auto decoded = [](const std::string& text) {
    std::vector<unsigned char> out(text.size());
    const int size = ::EVP_DecodeBlock(out.data(), reinterpret_cast<const unsigned char*>(text.data()),
                                       static_cast<int>(text.size()));
    out.resize(static_cast<std::size_t>(size - static_cast<int>(std::count(text.begin(), text.end(), '='))));
    return out;
  };
  const std::vector<unsigned char> bytes = decoded(salt);
  std::array<unsigned char, 32> salted{};
  ::PKCS5_PBKDF2_HMAC(password.data(), static_cast<int>(password.size()), bytes.data(), static_cast<int>(bytes.size()),
                      iterations, ::EVP_sha256(), static_cast<int>(salted.size()), salted.data());
  constexpr std::string_view label = "Client Key";
  std::array<unsigned char, 32> key{};
  ::HMAC(::EVP_sha256(), salted.data(), static_cast<int>(salted.size()),
         reinterpret_cast<const unsigned char*>(label.data()), label.size(), key.data(), nullptr);
  std::array<unsigned char, 64> text{};
  ::EVP_EncodeBlock(text.data(), key.data(), static_cast<int>(key.size()));
  return reinterpret_cast<const char*>(text.data());
}

class AuthenticationTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    cluster_ = std::make_unique<app::private_cluster>(value_or_throw(app::private_cluster::start(strict_server())));
    connection superuser = value_or_throw(connection::open(cluster_->conninfo()));
    value_or_throw(
        superuser.exec("create role trusting login; create role forbidden login; create role other_user login;"
                       "create role cleartext login password 'secret';"
                       "set password_encryption = 'md5'; create role md5ed login password 'secret'"));
    value_or_throw(superuser.exec("set password_encryption = 'scram-sha-256'; create role scram login"));
  }
  static void TearDownTestSuite() { cluster_.reset(); }

  // Lets the server itself hash the password of role scram.
  static void set_password(const std::string& sql_literal) {
    connection superuser = value_or_throw(connection::open(cluster_->conninfo()));
    value_or_throw(superuser.exec("alter role scram password " + sql_literal));
  }

  static protocol::connect_options options_for(const std::string& user, const std::string& password) {
    protocol::conninfo info = value_or_throw(protocol::conninfo::parse(cluster_->conninfo()));
    value_or_throw(info.set("user", user));
    value_or_throw(info.set("dbname", "postgres"));
    value_or_throw(info.set("password", password));
    return value_or_throw(protocol::make_connect_options(info));
  }

  // "ok", or why not.
  static std::string log_in(const protocol::connect_options& options) {
    result<connection> opened = connection::open(options);
    if (!opened) return opened.error().text();
    const auto who = opened->query("select current_user::text");
    if (!who) return who.error().text();
    EXPECT_EQ((*who)[0].get<std::string>(0), options.user);
    return "ok";
  }
  static std::string log_in(const std::string& user, const std::string& password) {
    return log_in(options_for(user, password));
  }

  static std::unique_ptr<app::private_cluster> cluster_;
};

std::unique_ptr<app::private_cluster> AuthenticationTest::cluster_;

TEST_F(AuthenticationTest, EveryMethodLetsTheRightPasswordIn) {
  set_password("'secret'");
  EXPECT_EQ(log_in("trusting", ""), "ok");
  for (const char* user : {"cleartext", "md5ed", "scram"}) EXPECT_EQ(log_in(user, "secret"), "ok") << user;
}

TEST_F(AuthenticationTest, NoMethodLetsAWrongPasswordIn) {
  set_password("'secret'");
  for (const char* user : {"cleartext", "md5ed", "scram"}) {
    EXPECT_THAT(log_in(user, "Secret"), HasSubstr("password authentication failed")) << user;
    EXPECT_THAT(log_in(user, ""), HasSubstr("no password supplied")) << user;
  }
}

TEST_F(AuthenticationTest, TellsWhetherAPasswordIsMissing) {
  set_password("'secret'");
  for (const char* user : {"cleartext", "md5ed", "scram"}) {
    const auto without = connection::open(options_for(user, ""));
    ASSERT_FALSE(without) << user;
    EXPECT_TRUE(needs_password(without.error())) << user;
    const auto wrong = connection::open(options_for(user, "wrong"));
    ASSERT_FALSE(wrong) << user;
    EXPECT_FALSE(needs_password(wrong.error())) << user;
  }
}

TEST_F(AuthenticationTest, RefusalsAreTheServersWords) {
  EXPECT_THAT(log_in("forbidden", ""), HasSubstr("pg_hba.conf rejects connection"));
  EXPECT_THAT(log_in("other_user", ""), HasSubstr("Peer authentication failed"));
  EXPECT_THAT(log_in("nobody_of_this_name", "x"), HasSubstr("password authentication failed"));
  protocol::connect_options options = options_for("trusting", "");
  options.dbname = "no_such_database";
  const result<connection> opened = connection::open(options);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().sqlstate(), "3D000");
}

TEST_F(AuthenticationTest, ScramPreparesPasswordsAsTheServerDoes) {
  set_password("'IX'");
  EXPECT_EQ(log_in("scram", "I\xc2\xadX"), "ok");
  EXPECT_EQ(log_in("scram", "\xe2\x85\xa8"), "ok");
  EXPECT_NE(log_in("scram", "ix"), "ok");
  set_password("'ab  cd ef'");
  EXPECT_EQ(log_in("scram", "ab  cd ef"), "ok");
  EXPECT_EQ(log_in("scram",
                   "ab \xc2\xa0"
                   "cd ef"),
            "ok");
  set_password("'a'");
  EXPECT_EQ(log_in("scram", "\xc2\xaa"), "ok");
  set_password("E'caf\\u00e9'");
  EXPECT_EQ(log_in("scram", "cafe\xcc\x81"), "ok");
}

TEST_F(AuthenticationTest, ScramUsesProhibitedPasswordsAsTheyAre) {
  set_password("E'foo\\u0007bar'");
  EXPECT_EQ(log_in("scram",
                   "foo\x07"
                   "bar"),
            "ok");
  EXPECT_NE(log_in("scram", "foobar"), "ok");
  set_password("E'foo\\u06271bar'");
  EXPECT_EQ(log_in("scram",
                   "foo\xd8\xa7"
                   "1bar"),
            "ok");
}

TEST_F(AuthenticationTest, ScramSendsRawWhatIsNotUtf8) {
  connection superuser = value_or_throw(connection::open(cluster_->conninfo()));
  value_or_throw(
      superuser.exec("create database bytes encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0"));
  protocol::connect_options options = options_for("postgres", "");
  options.dbname = "bytes";
  options.client_encoding = "SQL_ASCII";
  connection in_bytes = value_or_throw(connection::open(options));
  value_or_throw(in_bytes.exec("alter role scram password 'caf\xe9'"));
  EXPECT_EQ(log_in("scram", "caf\xe9"), "ok");
  EXPECT_NE(log_in("scram", "caf\xc3\xa9"), "ok");
}

TEST_F(AuthenticationTest, LongPasswordsWork) {
  connection superuser = value_or_throw(connection::open(cluster_->conninfo()));
  const int version = std::stoi(std::string(superuser.parameter_status("server_version")));
  const std::string secret(version >= 14 ? 3000 : 900, 's');  // older servers take no longer ones
  set_password("'" + secret + "'");
  value_or_throw(superuser.exec("set password_encryption = 'md5'; alter role md5ed password '" + secret +
                                "'; alter role cleartext password '" + secret + "'"));
  for (const char* user : {"scram", "md5ed", "cleartext"}) {
    EXPECT_EQ(log_in(user, secret), "ok") << user;
    EXPECT_NE(log_in(user, secret.substr(1)), "ok") << user;
  }
  value_or_throw(
      superuser.exec("set password_encryption = 'md5'; alter role md5ed password 'secret'; "
                     "alter role cleartext password 'secret'"));
}

// SASLprep belongs to SCRAM: an MD5 hash is of the bytes as they are.
TEST_F(AuthenticationTest, Md5TakesPasswordsAsTheyAre) {
  connection superuser = value_or_throw(connection::open(cluster_->conninfo()));
  value_or_throw(superuser.exec("set password_encryption = 'md5'; alter role md5ed password E'caf\\u00e9'"));
  EXPECT_EQ(log_in("md5ed", "caf\xc3\xa9"), "ok");
  EXPECT_NE(log_in("md5ed", "cafe\xcc\x81"), "ok");
  value_or_throw(superuser.exec("set password_encryption = 'md5'; alter role md5ed password 'secret'"));
}

// From version 18 on the server warns of what it will not do for ever. That is a notice, and no failure.
TEST_F(AuthenticationTest, AWarningOfMd5PasswordsIsANotice) {
  connection superuser = value_or_throw(connection::open(cluster_->conninfo()));
  std::vector<std::string> warnings;
  superuser.on_notice([&](const server_message& notice) { warnings.push_back(notice.severity + notice.sqlstate); });
  const auto altered =
      superuser.exec("set password_encryption = 'md5'; alter role md5ed password 'another'; reset password_encryption");
  ASSERT_TRUE(altered) << altered.error().text();
  const int version = std::stoi(std::string(superuser.parameter_status("server_version")));
  EXPECT_EQ(warnings, version >= 18 ? std::vector<std::string>{"WARNING01P01"} : std::vector<std::string>{});
  EXPECT_EQ(log_in("md5ed", "another"), "ok");
  EXPECT_THAT(log_in("md5ed", "secret"), HasSubstr("password authentication failed"));
  value_or_throw(superuser.exec("set password_encryption = 'md5'; alter role md5ed password 'secret'"));
}

// What scram_client_key and scram_server_key say comes down to the password's hash, as middleware has it.
TEST_F(AuthenticationTest, KeysStandForThePassword) {
  set_password("'secret'");
  connection superuser = value_or_throw(connection::open(cluster_->conninfo()));
  // SCRAM-SHA-256$<iterations>:<salt>$<stored key>:<server key>
  const auto verifier = value_or_throw(superuser.query(
      "select split_part(split_part(rolpassword, '$', 2), ':', 1)::int, split_part(split_part(rolpassword, '$', 2), "
      "':', 2), split_part(split_part(rolpassword, '$', 3), ':', 2) from pg_authid where rolname = 'scram'"));
  const std::string client_key = scram_client_key("secret", verifier[0].get<std::string>(1), verifier[0].get<int>(0));
  const auto with_keys = [&](const std::string& client, const std::string& server) {
    protocol::conninfo info = value_or_throw(protocol::conninfo::parse(cluster_->conninfo()));
    value_or_throw(info.merge("user=scram scram_client_key=" + client + " scram_server_key=" + server));
    return log_in(value_or_throw(protocol::make_connect_options(info)));
  };
  const std::string server_key = verifier[0].get<std::string>(2);
  EXPECT_EQ(with_keys(client_key, server_key), "ok");
  EXPECT_THAT(with_keys(server_key, server_key), HasSubstr("password authentication failed"));
  EXPECT_THAT(with_keys(client_key, client_key), HasSubstr("incorrect server signature"));
}

TEST_F(AuthenticationTest, WhatCannotBindTheChannelIsRefusedWhereThatIsDemanded) {
  set_password("'secret'");
  for (const char* user : {"trusting", "cleartext", "md5ed", "scram"}) {
    protocol::connect_options options = options_for(user, "secret");
    options.channel_binding = protocol::channel_binding_mode::require;
    EXPECT_THAT(log_in(options), HasSubstr("channel binding is required")) << user;
  }
}

TEST_F(AuthenticationTest, AnotherHostHelpsOnlyWhereNoneAnswered) {
  set_password("'secret'");
  protocol::connect_options options = options_for("scram", "secret");
  options.hosts.insert(options.hosts.begin(), {.host = "/nonexistent"});
  EXPECT_EQ(log_in(options), "ok");
  options.hosts.front() = {.host = "127.0.0.1", .port = cluster_->port(), .password = "wrong"};
  EXPECT_THAT(log_in(options), HasSubstr("password authentication failed"));
}

}  // namespace
}  // namespace pgpipe
