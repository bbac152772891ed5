#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/conninfo.hpp>

#include "conninfo_probe.hpp"

namespace pgpipe::protocol {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ConninfoKeywordValue, ReadsWordsAndQuotes) {
  EXPECT_EQ(shown("host=a dbname='b c'"), "host=[a] dbname=[b c]");
  EXPECT_EQ(shown("  host = a\t\nport=5 "), "host=[a] port=[5]");
  EXPECT_EQ(shown("host='a'port=5"), "host=[a] port=[5]");
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown("   "), "");
}

TEST(ConninfoKeywordValue, KeepsEmptyValues) {
  EXPECT_EQ(shown("host='' port="), "host=[] port=[]");
  EXPECT_EQ(shown("host= port=5"), "host=[port=5]") << "the value may stand behind spaces";
}

TEST(ConninfoKeywordValue, LetsTheLastDuplicateWin) { EXPECT_EQ(shown("host=a port=1 host=b"), "host=[b] port=[1]"); }

TEST(ConninfoKeywordValue, TakesWhatABackslashMarks) {
  EXPECT_EQ(shown("password='it\\'s \\\\ x'"), "password=[it's \\ x]");
  EXPECT_EQ(shown("host=a\\ b"), "host=[a b]");
  EXPECT_EQ(shown("sslcert=C:\\x\\y"), "sslcert=[C:xy]");
  EXPECT_EQ(shown("host=a\\"), "host=[a]");
  EXPECT_EQ(shown("host=a'b"), "host=[a'b]");
}

TEST(ConninfoKeywordValue, RefusesUnterminatedQuotes) {
  for (const char* text : {"host='a\\", "host='a", "host='", "host='a\\'"}) {
    EXPECT_THAT(shown(text), HasSubstr("unterminated quoted string for host")) << text;
  }
}

TEST(ConninfoKeywordValue, RefusesAMissingEqualsSign) {
  EXPECT_THAT(shown("application_name=my app host=x"), HasSubstr("missing \"=\" after \"app\""));
  EXPECT_THAT(shown("host"), HasSubstr("missing \"=\" after \"host\""));
  EXPECT_THAT(shown("host a=b"), HasSubstr("missing \"=\" after \"host\""));
  EXPECT_THAT(shown("POSTGRES://h/db"), HasSubstr("missing \"=\""));
}

TEST(ConninfoKeywordValue, DoesNotQuoteTheRestOfAPassword) {
  EXPECT_THAT(shown("password=correct horse battery"), Not(HasSubstr("horse")));
  EXPECT_THAT(shown("password='correct horse"), Not(HasSubstr("horse")));
}

TEST(ConninfoKeywordValue, NamesUnknownKeywords) {
  EXPECT_THAT(shown("=x"), HasSubstr("invalid connection option \"\""));
  EXPECT_THAT(shown("host=a Host=b"), HasSubstr("invalid connection option \"Host\""));
}

}  // namespace
}  // namespace pgpipe::protocol
