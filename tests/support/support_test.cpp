#include <string>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "support/secure_server.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

TEST(server, answers_the_superuser_and_is_started_once) {
  EXPECT_EQ(&server_conninfo(), &server_conninfo());
  connection opened = value_or_throw(connection::open(server_conninfo()));
  const auto answer = value_or_throw(opened.query("select rolsuper::text from pg_roles where rolname = current_user"));
  EXPECT_EQ(answer[0].get<std::string>(0), "true");
}

TEST(secure_server, lets_every_role_in_as_its_name_says) {
  const secure_server server;
  const std::string certificate = "sslcert=" + server.client_certificate_file() + " sslkey=" + server.client_key_file();
  for (const char* role : {"trusting", "cleartext", "md5ed", "scram", "tls_only", "plain_only", "certified"}) {
    const auto opened = connection::open(server.conninfo(role, role == std::string("certified") ? certificate : ""));
    EXPECT_TRUE(opened) << role << ": " << opened.error().text();
  }
  for (const char* role : {"cleartext", "md5ed", "scram"})
    EXPECT_FALSE(connection::open(server.conninfo(role, "password=wrong"))) << role;
  EXPECT_FALSE(connection::open(server.conninfo("certified")));
  EXPECT_FALSE(connection::open(server.conninfo("tls_only", "sslmode=disable")));
  EXPECT_FALSE(connection::open(server.conninfo("plain_only", "sslmode=require")));
  EXPECT_TRUE(connection::open(server.superuser_conninfo()));
}

}  // namespace
}  // namespace pgpipe::test
