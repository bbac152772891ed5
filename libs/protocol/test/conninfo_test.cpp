#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/conninfo.hpp>

namespace pgpipe::protocol {
namespace {

using testing::HasSubstr;

TEST(Conninfo, ReplacesWhatWasSet) {
  conninfo info;
  ASSERT_TRUE(info.set("host", "a"));
  ASSERT_TRUE(info.set("host", "b"));
  EXPECT_EQ(*info.find("host"), "b");
  EXPECT_EQ(info.find("port"), nullptr);
  EXPECT_EQ(info.parameters().size(), 1U);
}

TEST(Conninfo, TellsUnknownFromUnsupported) {
  conninfo info;
  EXPECT_EQ(info.set("hots", "a").error().text(), "invalid connection option \"hots\"");
  EXPECT_EQ(info.set("", "a").error().text(), "invalid connection option \"\"");
  EXPECT_EQ(info.set("gsslib", "x").error().text(), "parameter gsslib is not supported, as GSSAPI is not");
  EXPECT_EQ(info.set("oauth_scope", "x").error().text(), "parameter oauth_scope is not supported, as OAuth is not");
  EXPECT_EQ(info.set("hots", "a").error().category(), error_category::usage);
}

TEST(Conninfo, AcceptsUnsupportedParametersThatAskForNothing) {
  conninfo info;
  EXPECT_TRUE(info.set("gssdelegation", "0"));
  EXPECT_TRUE(info.set("gssencmode", "disable"));
  EXPECT_TRUE(info.set("gssencmode", "prefer"));
  EXPECT_FALSE(info.set("gssencmode", "require"));
  EXPECT_FALSE(info.set("gssencmode", "disable,prefer"));
  EXPECT_TRUE(info.set("service", ""));
}

TEST(Conninfo, RefusesZeroBytes) {
  conninfo info;
  using std::string_literals::operator""s;
  EXPECT_THAT(info.set("application_name", "x\0user\0admin"s).error().text(), HasSubstr("zero byte"));
  EXPECT_THAT(info.set("application_name\0"s, "x").error().text(), HasSubstr("zero byte"));
  EXPECT_THAT(conninfo::parse("host=a\0b"s).error().text(), HasSubstr("zero byte"));
  EXPECT_THAT(conninfo::parse("postgres://h/a\0b"s).error().text(), HasSubstr("zero byte"));
  EXPECT_TRUE(info.parameters().empty());
}

TEST(Conninfo, TranslatesRequiressl) {
  EXPECT_EQ(*conninfo::parse("requiressl=1")->find("sslmode"), "require");
  EXPECT_EQ(*conninfo::parse("requiressl=0")->find("sslmode"), "prefer");
}

TEST(Conninfo, MergesAllOrNothing) {
  conninfo info = *conninfo::parse("host=a port=1");
  ASSERT_TRUE(info.merge("postgres://b/d"));
  EXPECT_EQ(*info.find("host"), "b");
  EXPECT_EQ(*info.find("port"), "1");
  EXPECT_EQ(*info.find("dbname"), "d");
  ASSERT_FALSE(info.merge("host=c bogus=1"));
  EXPECT_EQ(*info.find("host"), "b");
}

TEST(Conninfo, KnowsConnectionStrings) {
  EXPECT_TRUE(is_connection_string("host=x"));
  EXPECT_TRUE(is_connection_string("postgres://"));
  EXPECT_TRUE(is_connection_string("postgresql://h"));
  EXPECT_FALSE(is_connection_string("POSTGRES://h"));
  EXPECT_FALSE(is_connection_string("mydb"));
  EXPECT_FALSE(is_connection_string(""));
}

}  // namespace
}  // namespace pgpipe::protocol
