#include <gtest/gtest.h>

#include <pgpipe/protocol/pgpass.hpp>

namespace pgpipe::protocol {
namespace {

std::string found(std::string_view content) { return find_password(content, "h", "5432", "d", "u:v"); }

TEST(Pgpass, UnescapesTheUserAndThePassword) {
  EXPECT_EQ(found("h:5432:d:u\\:v:a\\:b\\\\c"), "a:b\\c");
  EXPECT_EQ(found("h:5432:d:u:v:secret"), "");
  EXPECT_EQ(found("h:5432:d:\\u\\:\\v:\\s\\ecret\\"), "secret\\");
}

TEST(Pgpass, EndsThePasswordAtAColon) { EXPECT_EQ(found("*:*:*:*:one:two"), "one"); }

TEST(Pgpass, DropsLineEndsOnly) {
  EXPECT_EQ(found("*:*:*:*:secret\r\n"), "secret");
  EXPECT_EQ(found("*:*:*:*:secret \n"), "secret ");
  EXPECT_EQ(found("*:*:*:*:secret"), "secret");
}

TEST(Pgpass, IgnoresCommentsAndEmptyLines) {
  EXPECT_EQ(found("#*:*:*:*:no\n\n\r\n*:*:*:*:yes\n"), "yes");
  EXPECT_EQ(found(" #*:*:*:*:no\n"), "");
}

TEST(Pgpass, TakesTheFirstMatch) {
  EXPECT_EQ(found("other:*:*:*:zero\nh:*:*:*:one\n*:*:*:*:two\n"), "one");
  EXPECT_EQ(found("h:5432:d:u\\:v:\n*:*:*:*:two\n"), "") << "an empty password is a match too";
}

TEST(Pgpass, TellsAWildcardFromAnAsterisk) {
  EXPECT_EQ(find_password("\\*:*:*:*:escaped\n*:*:*:*:any", "h", "1", "d", "u"), "any");
  EXPECT_EQ(find_password("\\*:*:*:*:escaped\n", "*", "1", "d", "u"), "escaped");
  EXPECT_EQ(find_password("*x:*:*:*:prefix\n", "h", "1", "d", "u"), "");
}

TEST(Pgpass, ComparesEveryField) {
  for (const char* line : {"x:5432:d:u\\:v:p", "h:5433:d:u\\:v:p", "h:5432:D:u\\:v:p", "h:5432:d:u:p",
                           "hh:5432:d:u\\:v:p", ":5432:d:u\\:v:p", "h:5432:d:u\\:v", "h:5432:d", "h", "*", "*:*:*:*"}) {
    EXPECT_EQ(found(line), "") << line;
  }
}

TEST(Pgpass, TakesLongPasswordsWhole) {
  const std::string secret(2000, 's');
  EXPECT_EQ(found("*:*:*:*:" + secret + "\n"), secret);
}

connect_options options_for(host_spec host) {
  connect_options options;
  options.hosts.push_back(std::move(host));
  options.dbname = "d";
  options.user = "u";
  return options;
}

std::string applied(host_spec host, std::string_view content) {
  connect_options options = options_for(std::move(host));
  apply_pgpass(options, content);
  return options.hosts[0].password;
}

TEST(Pgpass, LooksUpTheHostNameRatherThanItsAddress) {
  const std::string_view content = "10.0.0.1:*:*:*:by address\nname:*:*:*:by name\n";
  EXPECT_EQ(applied({.host = "name", .hostaddr = "10.0.0.1"}, content), "by name");
  EXPECT_EQ(applied({.hostaddr = "10.0.0.1"}, content), "by address");
}

TEST(Pgpass, CallsTheDefaultSocketLocalhost) {
  EXPECT_EQ(applied({.host = "/var/run/postgresql"}, "localhost:5432:d:u:local\n"), "local");
  EXPECT_EQ(applied({.host = "/tmp"}, "localhost:*:*:*:local\n/tmp:*:*:*:there\n"), "there");
}

TEST(Pgpass, ServesEachHostAndKeepsWhatIsKnown) {
  connect_options options = options_for({.host = "a", .port = 1});
  options.hosts.push_back({.host = "a", .port = 2});
  options.hosts.push_back({.host = "b", .password = "given"});
  apply_pgpass(options, "a:2:*:*:second\n*:*:*:*:rest\n");
  EXPECT_EQ(options.hosts[0].password, "rest");
  EXPECT_EQ(options.hosts[1].password, "second");
  EXPECT_EQ(options.hosts[2].password, "given");
}

}  // namespace
}  // namespace pgpipe::protocol
