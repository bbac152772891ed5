#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/conninfo.hpp>

#include "conninfo_probe.hpp"

namespace pgpipe::protocol {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ConninfoUri, ReadsEveryPart) {
  EXPECT_EQ(shown("postgresql://u:p@h:1/d?application_name=a&connect_timeout=2"),
            "user=[u] password=[p] host=[h] port=[1] dbname=[d] application_name=[a] connect_timeout=[2]");
  EXPECT_EQ(shown("postgres://"), "");
  EXPECT_EQ(shown("postgres:///d"), "dbname=[d]");
  EXPECT_EQ(shown("postgres://h/"), "host=[h]");
  EXPECT_EQ(shown("postgres://u@"), "user=[u]");
  EXPECT_EQ(shown("postgres://?port=7"), "port=[7]");
  EXPECT_EQ(shown("postgres://h?port=7"), "host=[h] port=[7]");
  EXPECT_EQ(shown("postgres://:7"), "port=[7]");
  EXPECT_EQ(shown("postgres://h:/d"), "host=[h] dbname=[d]");
}

TEST(ConninfoUri, DecodesPercentsAndKeepsPluses) {
  EXPECT_EQ(shown("postgres://u:p%40x@h/db?application_name=a+b"),
            "user=[u] password=[p@x] host=[h] dbname=[db] application_name=[a+b]");
  EXPECT_EQ(shown("postgres://%2Fsockdir/db"), "host=[/sockdir] dbname=[db]");
  EXPECT_EQ(shown("postgres://h/d?%68ost=%2Ftmp"), "host=[/tmp] dbname=[d]");
  EXPECT_EQ(shown("postgres://h/%e2%82%ac"), "host=[h] dbname=[\xe2\x82\xac]");
}

TEST(ConninfoUri, EndsCredentialsAtTheFirstAt) {
  EXPECT_EQ(shown("postgres://u:p@x@h/db"), "user=[u] password=[p] host=[x@h] dbname=[db]");
  EXPECT_EQ(shown("postgres://u:p:q@h"), "user=[u] password=[p:q] host=[h]");
  EXPECT_EQ(shown("postgres://h/d@x"), "host=[h] dbname=[d@x]");
  EXPECT_EQ(shown("postgres://user:@h/"), "user=[user] host=[h]") << "an empty password is none";
  EXPECT_EQ(shown("postgres://:p@h/"), "password=[p] host=[h]");
}

TEST(ConninfoUri, KnowsNoFragment) { EXPECT_EQ(shown("postgres://h/db#frag"), "host=[h] dbname=[db#frag]"); }

TEST(ConninfoUri, TakesIpv6InBrackets) {
  EXPECT_EQ(shown("postgres://[::1]:5433/d"), "host=[::1] port=[5433] dbname=[d]");
  EXPECT_EQ(shown("postgres://[fe80::1%25eth0]"), "host=[fe80::1%eth0]");
  EXPECT_EQ(shown("postgres://[::1],h:2,[::2]:3"), "host=[::1,h,::2] port=[,2,3]");
  EXPECT_THAT(shown("postgres://[::1/d"), HasSubstr("missing \"]\""));
  EXPECT_THAT(shown("postgres://[]/d"), HasSubstr("empty IPv6 address"));
  EXPECT_THAT(shown("postgres://[::1]x/d"), HasSubstr("unexpected character"));
}

TEST(ConninfoUri, KeepsPositionsOfHostsAndPorts) {
  EXPECT_EQ(shown("postgres://h1,h2:5433/db"), "host=[h1,h2] port=[,5433] dbname=[db]");
  EXPECT_EQ(shown("postgres://h1:1,,h3/db"), "host=[h1,,h3] port=[1,,] dbname=[db]");
  EXPECT_EQ(shown("postgres://,"), "host=[,] port=[,]");
}

TEST(ConninfoUri, TakesTheLastOfARepeatedKey) {
  EXPECT_EQ(shown("postgres://h/d?application_name=a&application_name=b&host=x"),
            "host=[x] dbname=[d] application_name=[b]");
}

TEST(ConninfoUri, KnowsJdbcsWordForTls) {
  EXPECT_EQ(shown("postgres://h/db?ssl=true"), "host=[h] dbname=[db] sslmode=[require]");
  EXPECT_THAT(shown("postgres://h/db?ssl=1"), HasSubstr("invalid connection option \"ssl\""));
}

TEST(ConninfoUri, RefusesBadQueries) {
  EXPECT_THAT(shown("postgres://h/db?foo=1"), HasSubstr("invalid connection option \"foo\""));
  EXPECT_THAT(shown("postgres://h/db?port"), HasSubstr("missing \"=\" after \"port\""));
  EXPECT_THAT(shown("postgres://h/db?port=1=2"), HasSubstr("extra \"=\" after \"port\""));
  EXPECT_THAT(shown("postgres://h/db?port=1&&"), HasSubstr("missing \"=\""));
  EXPECT_EQ(shown("postgres://h/db?port=1&"), "host=[h] dbname=[db] port=[1]");
  EXPECT_EQ(shown("postgres://h/db?"), "host=[h] dbname=[db]");
}

TEST(ConninfoUri, NamesBadTokens) {
  EXPECT_THAT(shown("postgres://h/%zz"), HasSubstr("token \"%zz\""));
  EXPECT_THAT(shown("postgres://h/a%00b"), HasSubstr("forbidden %00"));
  EXPECT_THAT(shown("postgres://h/%"), HasSubstr("token \"%\""));
  EXPECT_THAT(shown("postgres://h/%1"), HasSubstr("token \"%1\""));
  EXPECT_THAT(shown("postgres://%+1/"), HasSubstr("token \"%+1\""));
}

TEST(ConninfoUri, NeverQuotesAPassword) {
  EXPECT_THAT(shown("postgres://u:top%secret@h/"), Not(HasSubstr("se")));
  EXPECT_THAT(shown("postgres://h/?password=a&secret"), Not(HasSubstr("secret")));
  EXPECT_THAT(shown("postgres://u:secret@[::1/"), Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace pgpipe::protocol
