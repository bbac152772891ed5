#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/service_file.hpp>

namespace pgpipe::protocol {
namespace {

using testing::HasSubstr;
using testing::Not;

// What a conninfo becomes by service "s": its parameters, "no such service", or the error.
std::string applied(std::string_view content, std::string_view text = "") {
  conninfo given = *conninfo::parse(text);
  const result<bool> found = apply_service(given, content, "s");
  if (!found) {
    EXPECT_EQ(found.error().category(), error_category::usage);
    EXPECT_EQ(given.parameters(), conninfo::parse(text)->parameters()) << "changed by a failure";
    return found.error().text();
  }
  if (!*found) return "no such service";
  std::string out;
  for (const auto& [keyword, value] : given.parameters()) {
    if (!out.empty()) out += ' ';
    out += keyword;
    out += "=[" + value + "]";
  }
  return out;
}

TEST(ServiceFile, TakesTheFirstGroupOfTheName) {
  EXPECT_EQ(applied("[t]\nhost=no\n[s]\nhost=a\nport=1\n[s]\nuser=no\n"), "host=[a] port=[1]");
  EXPECT_EQ(applied("[s]"), "");
  EXPECT_EQ(applied("[t]\nhost=no\n"), "no such service");
  EXPECT_EQ(applied(""), "no such service");
  EXPECT_EQ(applied("[service]\nhost=no\n[ s]\nhost=no"), "no such service");
}

TEST(ServiceFile, ReadsItsLinesAsLibpqDoes) {
  EXPECT_EQ(applied("  [s]  \r\n# comment\r\n\r\n \thost=a b \r\nport=1"), "host=[a b] port=[1]");
  EXPECT_EQ(applied("[s]\nhost= a\npassword=x=y\ndbname="), "host=[ a] password=[x=y] dbname=[]");
  EXPECT_EQ(applied("[s] trailing words\nhost=a"), "host=[a]");
  const std::string host(5000, 'h');
  EXPECT_EQ(applied("[s]\nhost=" + host), "host=[" + host + "]");
}

TEST(ServiceFile, FillsGapsOnly) {
  EXPECT_EQ(applied("[s]\nhost=a\nhost=b\nport=1", "port=2"), "port=[2] host=[a]");
  EXPECT_EQ(applied("[s]\nport=1", "port=''"), "port=[]");
}

TEST(ServiceFile, NamesTheLineThatIsWrong) {
  EXPECT_EQ(applied("[s]\n\nhost\n"), "line 3: missing \"=\"");
  EXPECT_EQ(applied("[s]\nhost =a\n"), "line 2: invalid connection option \"host \"");
  EXPECT_EQ(applied("[s]\nservice=t\n"), "line 2: service inside a service file is not supported");
  EXPECT_EQ(applied("[s]\nservicefile=t\n"), "line 2: servicefile inside a service file is not supported");
  EXPECT_THAT(applied("[s]\nldap://h/dn?a?one?(x)\n"), HasSubstr("LDAP is not supported"));
  EXPECT_THAT(applied("[s]\nkrbsrvname=x\n"), HasSubstr("parameter krbsrvname is not supported"));
  EXPECT_THAT(applied("[s]\npassword secret\n"), Not(HasSubstr("secret")));
  EXPECT_EQ(applied("[t]\nrubbish\n[s]\nhost=a\n[u]\nrubbish"), "host=[a]") << "other groups are not looked at";
}

}  // namespace
}  // namespace pgpipe::protocol
