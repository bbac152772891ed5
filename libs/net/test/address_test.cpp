#include <cstddef>

#include <gtest/gtest.h>
#include <sys/un.h>

#include <pgpipe/net/address.hpp>

namespace pgpipe::net {
namespace {

TEST(address, knows_numbers_from_names) {
  EXPECT_TRUE(is_numeric_host("127.0.0.1"));
  EXPECT_TRUE(is_numeric_host("::1"));
  EXPECT_TRUE(is_numeric_host("fe80::1%lo"));
  EXPECT_FALSE(is_numeric_host("127.0.0.1%lo"));
  EXPECT_FALSE(is_numeric_host("localhost"));
  EXPECT_FALSE(is_numeric_host("127.1"));
  EXPECT_FALSE(is_numeric_host(""));
}

TEST(address, resolves_numbers_without_a_name_server) {
  const auto four = resolve("127.0.0.1", 5432);
  ASSERT_TRUE(four);
  ASSERT_EQ(four->size(), 1U);
  EXPECT_EQ(four->front().to_string(), "127.0.0.1:5432");
  EXPECT_EQ(four->front().host_string(), "127.0.0.1");
  const auto six = resolve("::1", 65535);
  ASSERT_TRUE(six);
  EXPECT_EQ(six->front().to_string(), "[::1]:65535");
}

TEST(address, resolves_localhost_to_loopback_addresses) {
  const auto found = resolve("localhost", 5432);
  ASSERT_TRUE(found);
  for (const socket_address& each : *found)
    EXPECT_TRUE(each.to_string() == "127.0.0.1:5432" || each.to_string() == "[::1]:5432") << each.to_string();
}

TEST(address, names_the_host_that_cannot_be_resolved) {
  const auto missing = resolve("no-such-host.invalid", 5432);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().category(), error_category::io);
  EXPECT_NE(missing.error().text().find("\"no-such-host.invalid\""), std::string::npos);
  EXPECT_EQ(resolve("", 5432).error().category(), error_category::usage);
  EXPECT_EQ(resolve(std::string("a\0b", 3), 5432).error().category(), error_category::usage);
}

TEST(address, a_hostaddr_is_never_looked_up) {
  EXPECT_EQ(numeric_address("10.0.0.7", 1)->to_string(), "10.0.0.7:1");
  const auto name = numeric_address("localhost", 5432);
  ASSERT_FALSE(name);
  EXPECT_EQ(name.error().category(), error_category::usage);
}

TEST(address, a_directory_becomes_the_path_of_its_socket) {
  const auto found = resolve("/var/run/postgresql", 5433);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->front().is_unix());
  EXPECT_EQ(found->front().to_string(), "/var/run/postgresql/.s.PGSQL.5433");
}

TEST(address, an_abstract_name_starts_with_a_zero_byte) {
  const auto found = unix_socket_address("@pgpipe", 5432);
  ASSERT_TRUE(found);
  const auto* raw = reinterpret_cast<const sockaddr_un*>(found->data());
  EXPECT_EQ(raw->sun_path[0], '\0');
  EXPECT_EQ(found->size(), offsetof(sockaddr_un, sun_path) + std::string_view("@pgpipe/.s.PGSQL.5432").size());
  EXPECT_EQ(found->to_string(), "@pgpipe/.s.PGSQL.5432");
}

TEST(address, a_socket_path_may_have_107_bytes) {
  const std::size_t tail = std::string_view("/.s.PGSQL.5432").size();
  const std::string longest = "/" + std::string(107 - tail - 1, 'd');
  const auto fits = unix_socket_address(longest, 5432);
  ASSERT_TRUE(fits);
  EXPECT_EQ(fits->to_string(), longest + "/.s.PGSQL.5432");
  const auto too_long = unix_socket_address(longest + "d", 5432);
  ASSERT_FALSE(too_long);
  EXPECT_EQ(too_long.error().category(), error_category::usage);
  EXPECT_NE(too_long.error().text().find("107 bytes"), std::string::npos);
}

}  // namespace
}  // namespace pgpipe::net
