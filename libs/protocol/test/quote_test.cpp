#include <pgpipe/protocol/quote.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

std::string literal(std::string_view text, text_encoding encoding = text_encoding::utf8) {
  const exact_bytes held(text);
  const std::string_view view(reinterpret_cast<const char*>(held.span().data()), held.span().size());
  const result<std::string> outcome = escape_literal(view, encoding);
  return outcome ? *outcome : "error: " + outcome.error().text();
}

std::string identifier(std::string_view text, text_encoding encoding = text_encoding::utf8) {
  const result<std::string> outcome = escape_identifier(text, encoding);
  return outcome ? *outcome : "error: " + outcome.error().text();
}

TEST(Quote, Literals) {
  EXPECT_EQ(literal(""), "''");
  EXPECT_EQ(literal("it's"), "'it''s'");
  EXPECT_EQ(literal("''"), "''''''");
  EXPECT_EQ(literal("say \"x\""), "'say \"x\"'");
  EXPECT_EQ(literal("C:\\x'y"), " E'C:\\\\x''y'");
  EXPECT_EQ(literal("gr\xc3\xbc\xc3\x9f"), "'gr\xc3\xbc\xc3\x9f'");
}

TEST(Quote, Identifiers) {
  EXPECT_EQ(identifier(""), "\"\"");
  EXPECT_EQ(identifier("Tab\"le"), "\"Tab\"\"le\"");
  EXPECT_EQ(identifier("it's a\\b"), "\"it's a\\b\"");
}

TEST(Quote, HonoursTheLength) {
  EXPECT_EQ(literal(std::string_view("abc").substr(0, 2)), "'ab'");
  EXPECT_EQ(literal(std::string_view("\xc3'").substr(0, 1)),
            "error: a string constant cannot hold what is not valid UTF-8");
}

TEST(Quote, RefusesZeroBytes) {
  EXPECT_EQ(literal(bytes("a\0b")), "error: a string constant cannot hold a zero byte");
  EXPECT_EQ(identifier(bytes("a\0b"), text_encoding::single_byte), "error: an identifier cannot hold a zero byte");
}

TEST(Quote, RefusesWhatIsNoUtf8) {
  for (const char* text :
       {"\xc3'", "\xc3", "\x80", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xe2\x82", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x82'", "\xf0\x9f\x98'", "ok\xf0\x9f"}) {
    EXPECT_EQ(literal(text), "error: a string constant cannot hold what is not valid UTF-8") << text;
    EXPECT_EQ(identifier(text), "error: an identifier cannot hold what is not valid UTF-8") << text;
  }
}

TEST(Quote, TakesEveryBoundaryOfUtf8) {
  for (const char* text : {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                           "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(literal(text), "'" + std::string(text) + "'");
  }
}

TEST(Quote, TakesAnyByteWhereOneByteIsACharacter) {
  EXPECT_EQ(literal("\xc3'\xff", text_encoding::single_byte), "'\xc3''\xff'");
}

TEST(Quote, TakesAsciiOnlyInOtherEncodings) {
  EXPECT_EQ(literal("it's \\", text_encoding::multi_byte), " E'it''s \\\\'");
  EXPECT_EQ(literal("\x83\\", text_encoding::multi_byte),
            "error: a string constant can hold only ASCII in this client_encoding");
}

TEST(Quote, KnowsTheServersEncodings) {
  EXPECT_EQ(encoding_named("UTF8"), text_encoding::utf8);
  EXPECT_EQ(encoding_named("LATIN1"), text_encoding::single_byte);
  EXPECT_EQ(encoding_named("SQL_ASCII"), text_encoding::single_byte);
  EXPECT_EQ(encoding_named("WIN1252"), text_encoding::single_byte);
  for (const char* name : {"SJIS", "BIG5", "GBK", "UHC", "GB18030", "JOHAB", "EUC_JP", "MULE_INTERNAL", "", "utf9"}) {
    EXPECT_EQ(encoding_named(name), text_encoding::multi_byte) << name;
  }
}

}  // namespace
}  // namespace pgpipe::protocol
