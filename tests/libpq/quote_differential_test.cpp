#include <array>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <pgpipe/protocol/quote.hpp>

#include "support/server.hpp"

namespace pgpipe::protocol {
namespace {

struct connection_deleter {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};

class QuoteDifferential : public testing::TestWithParam<std::string> {
 protected:
  QuoteDifferential() : connection_(PQconnectdb(test::server_conninfo().c_str())) {
    EXPECT_EQ(PQstatus(connection_.get()), CONNECTION_OK) << PQerrorMessage(connection_.get());
    EXPECT_EQ(PQsetClientEncoding(connection_.get(), GetParam().c_str()), 0);
  }

  // What libpq makes of the text, or "error".
  std::string by_libpq(char* (*escape)(PGconn*, const char*, std::size_t), const std::string& text) {
    char* quoted = escape(connection_.get(), text.data(), text.size());
    if (quoted == nullptr) return "error";
    std::string copy = quoted;
    PQfreemem(quoted);
    return copy;
  }

  static std::string outcome(const result<std::string>& quoted) { return quoted ? *quoted : "error"; }

  // Quotes the text in both ways. An encoding whose characters are not known here may be refused more often.
  void compare(const std::string& text) {
    const text_encoding encoding = encoding_named(GetParam());
    const std::string literal = outcome(escape_literal(text, encoding));
    const std::string identifier = outcome(escape_identifier(text, encoding));
    if (encoding == text_encoding::multi_byte && literal == "error") return;
    EXPECT_EQ(literal, by_libpq(PQescapeLiteral, text)) << testing::PrintToString(text);
    EXPECT_EQ(identifier, by_libpq(PQescapeIdentifier, text)) << testing::PrintToString(text);
  }

  std::unique_ptr<PGconn, connection_deleter> connection_;
};

// Pieces at whose seams quoting goes wrong: quotes, backslashes, beginnings and tails of characters.
constexpr std::array<std::string_view, 22> pieces = {"a",
                                                     "'",
                                                     "\"",
                                                     "\\",
                                                     "E'",
                                                     "\xc3",
                                                     "\xc3\xbc",
                                                     "\xe2\x82",
                                                     "\xe2\x82\xac",
                                                     "\x80",
                                                     "\xbf",
                                                     "\xc0\xaf",
                                                     "\xed\xa0\x80",
                                                     "\xf0\x9f\x98\x80",
                                                     "\xf0\x9f",
                                                     "\xf4\x90\x80\x80",
                                                     "\xff",
                                                     "\x83\x5c",
                                                     "\x81\x27",
                                                     "\n",
                                                     "\x7f",
                                                     "--"};

TEST_P(QuoteDifferential, QuotesAsLibpqDoes) {
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same texts each time
  for (const std::string_view piece : pieces) compare(std::string(piece));
  for (int i = 0; i != 5000; ++i) {
    std::string text;
    for (std::size_t n = random() % 6; n != 0; --n) text += pieces[random() % pieces.size()];
    compare(text);
  }
}

TEST_P(QuoteDifferential, TheServerReadsBackWhatWasQuoted) {
  for (const char* setting : {"on", "off"}) {
    PQclear(PQexec(connection_.get(), (std::string("SET standard_conforming_strings = ") + setting).c_str()));
    for (const std::string& text : {std::string("it's"), std::string("C:\\x\\"), std::string("\\'; DROP TABLE t; --"),
                                    std::string("\"quoted\""), std::string()}) {
      const result<std::string> literal = escape_literal(text, encoding_named(GetParam()));
      ASSERT_TRUE(literal);
      // Put directly behind a word, which the literal must not grow together with.
      PGresult* answer = PQexec(connection_.get(), ("SELECT" + *literal).c_str());
      ASSERT_EQ(PQresultStatus(answer), PGRES_TUPLES_OK) << PQresultErrorMessage(answer);
      EXPECT_EQ(PQgetvalue(answer, 0, 0), text);
      PQclear(answer);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Encodings, QuoteDifferential,
                         testing::Values("UTF8", "LATIN1", "SQL_ASCII", "WIN1252", "SJIS", "BIG5", "GB18030", "EUC_JP"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace pgpipe::protocol
