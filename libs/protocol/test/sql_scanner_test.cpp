#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <pgpipe/protocol/sql_scanner.hpp>

namespace pgpipe::protocol {
namespace {

// The tokens of `sql`, each as a letter: w word, p parameter, ; ( ) q quoted, o other; then what ended it.
std::string read(std::string_view sql, string_backslash backslash = string_backslash::ordinary) {
  const std::unique_ptr<char[]> exact(new char[sql.size()]);
  sql.copy(exact.get(), sql.size());
  sql_scanner scanner({exact.get(), sql.size()}, backslash);
  std::string letters;
  for (;;) {
    switch (scanner.next()) {
      case sql_token::word: letters += 'w'; break;
      case sql_token::parameter: letters += 'p'; break;
      case sql_token::semicolon: letters += ';'; break;
      case sql_token::opening: letters += '('; break;
      case sql_token::closing: letters += ')'; break;
      case sql_token::quoted: letters += 'q'; break;
      case sql_token::other: letters += 'o'; break;
      case sql_token::end: return letters;
      case sql_token::unterminated: return letters + " unterminated";
      case sql_token::unclear: return letters + " unclear";
    }
  }
}

TEST(SqlScannerTest, FindsParametersWhereTheyAreAny) {
  EXPECT_EQ(read("select $1, $23"), "wpop");
  EXPECT_EQ(read("a$1"), "w");
  EXPECT_EQ(read("\xc3\xbc$1"), "w");
  EXPECT_EQ(read("\"a\"$1"), "qp");
  EXPECT_EQ(read("1$1"), "op");
  EXPECT_EQ(read("$1$2"), "pp");
  EXPECT_EQ(read("$1::int[$2]"), "poow(p)");
  EXPECT_EQ(read("'$1' \"$1\" E'$1' $$ $1 $$ $a$ $1 $$ $a$ -- $1\n /* $1 /* $1 */ $1 */"), "qqqqq");
  EXPECT_EQ(read("$"), "o");
  EXPECT_EQ(read("$x"), "ow");
}

TEST(SqlScannerTest, StringConstantsEndWhereTheServerEndsThem) {
  EXPECT_EQ(read("'it''s' $1"), "qp");
  EXPECT_EQ(read("'\\' $1"), "qp");
  EXPECT_EQ(read("'\\' $1", string_backslash::escape), " unterminated");
  EXPECT_EQ(read("'\\'' $1", string_backslash::escape), "qp");
  EXPECT_EQ(read("'\\\\' $1", string_backslash::escape), "qp");
  EXPECT_EQ(read("e'\\'' $1"), "qp");
  EXPECT_EQ(read("E'\\\\' $1"), "qp");
  EXPECT_EQ(read("the'\\' $1"), "wqp");  // the E is no prefix there
  EXPECT_EQ(read("B'01' x'1f' n'\\' U&'\\' u&\"a''\" U&1"), "qqqqqwoo");
  EXPECT_EQ(read("n'\\'' $1", string_backslash::escape), "qp");
  EXPECT_EQ(read("b'\\' $1", string_backslash::escape), "qp");
}

TEST(SqlScannerTest, AConstantGoesOnBehindALinesEndInItsKind) {
  EXPECT_EQ(read("'a' 'b'"), "qq");
  EXPECT_EQ(read("'a'\n'b'"), "q");
  EXPECT_EQ(read("E'a' -- c\n '\\' $1' $2"), "qp");
  EXPECT_EQ(read("E'a'\n -- c\n'\\' $1' $2"), "qp");
  EXPECT_EQ(read("'a'\n'\\' $1"), "qp");
  EXPECT_EQ(read("'a'\n$1"), "qp");
}

TEST(SqlScannerTest, WhatHasNoEndSaysSo) {
  for (const char* sql : {"'a", "'a''", "E'a\\'", "\"a", "\"a\"\"", "$$a$", "$a$ $b$", "/* a", "/* /* */", "'a\\"}) {
    EXPECT_EQ(read(sql), " unterminated") << sql;
  }
  EXPECT_EQ(read("select 1 -- a"), "wo");
  EXPECT_EQ(read(""), "");
}

TEST(SqlScannerTest, ABackslashOfUnknownMeaningIsUnclear) {
  EXPECT_EQ(read("select 'a', '\\' $1", string_backslash::unknown), "wqo unclear");
  EXPECT_EQ(read("select '\\", string_backslash::unknown), "w unclear");
  EXPECT_EQ(read("select E'\\'', x'\\', $$\\$$, \"\\\"", string_backslash::unknown), "wqoqoqoq");
}

TEST(SqlScannerTest, TellsWhereATokenStands) {
  sql_scanner scanner(" /* */ select  $12 ");
  EXPECT_EQ(scanner.next(), sql_token::word);
  EXPECT_EQ(scanner.text(), "select");
  EXPECT_EQ(scanner.position(), 7U);
  EXPECT_EQ(scanner.next(), sql_token::parameter);
  EXPECT_EQ(scanner.text(), "$12");
  EXPECT_EQ(scanner.position(), 15U);
  EXPECT_EQ(scanner.next(), sql_token::end);
  EXPECT_EQ(scanner.next(), sql_token::end);
}

TEST(SqlScannerTest, TakesTheServersWordForTheSetting) {
  EXPECT_EQ(backslash_by("on"), string_backslash::ordinary);
  EXPECT_EQ(backslash_by("off"), string_backslash::escape);
  EXPECT_EQ(backslash_by(""), string_backslash::unknown);
}

}  // namespace
}  // namespace pgpipe::protocol
