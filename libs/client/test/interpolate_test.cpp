#include "interpolate.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::detail {
namespace {

using protocol::string_backslash;
using protocol::text_encoding;
using testing::HasSubstr;

constexpr quoting usual{text_encoding::utf8, string_backslash::ordinary};

template <typename... Arguments>
result<std::string> interpolated(const quoting& how, std::string_view sql, const Arguments&... arguments) {
  const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
  return interpolate(sql, bound, how);
}

template <typename... Arguments>
std::string made(std::string_view sql, const Arguments&... arguments) {
  auto text = interpolated(usual, sql, arguments...);
  return text ? *text : "error: " + text.error().text();
}

TEST(InterpolateTest, ArgumentsAreConstantsOfTheirTypes) {
  EXPECT_EQ(made("select $1, $2", 42, -1.5), "select ('42'::pg_catalog.\"int4\"), ('-1.5'::pg_catalog.\"float8\")");
  EXPECT_EQ(made("select $1", true), "select ('t'::pg_catalog.\"bool\")");
  EXPECT_EQ(made("select $1", "it's"), "select ('it''s')");
  EXPECT_EQ(made("select $1", std::optional<int>()), "select (NULL::pg_catalog.\"int4\")");
  EXPECT_EQ(made("select $1", std::optional<std::string>()), "select (NULL)");
  EXPECT_EQ(made("select $1", std::vector<int>{1, 2}), "select ('{1,2}'::pg_catalog.\"int4\"[])");
  EXPECT_EQ(made("select $1", std::vector<std::byte>{std::byte{0x27}}), "select ( E'\\\\x27'::pg_catalog.\"bytea\")");
}

TEST(InterpolateTest, ParametersMayRepeatAndStandInAnyOrder) {
  EXPECT_EQ(made("$2 $1 $2", "a", "b"), "('b') ('a') ('b')");
  EXPECT_EQ(made("select '$1', \"$1\", $$ $1 $$, $1 -- $1", "a"), "select '$1', \"$1\", $$ $1 $$, ('a') -- $1");
  EXPECT_EQ(made("select 1"), "select 1");
  EXPECT_EQ(made("select 1; -- done\n ;"), "select 1; -- done\n ;");
  EXPECT_EQ(made(""), "");
}

// What makes a constant of the argument a part of the statement.
TEST(InterpolateTest, NothingBreaksOutOfItsQuotes) {
  EXPECT_EQ(made("select $1", "'; drop table t; --"), "select ('''; drop table t; --')");
  EXPECT_EQ(made("select $1", "\\'; drop table t; --"), "select ( E'\\\\''; drop table t; --')");
  EXPECT_EQ(made("select 'a'\n$1", "b"), "select 'a'\n('b')");
  EXPECT_EQ(made("select -$1", -1), "select -('-1'::pg_catalog.\"int4\")");
  EXPECT_EQ(made("select a$1, $1", "x"), "select a$1, ('x')");
}

TEST(InterpolateTest, RefusesWhatItCannotQuote) {
  EXPECT_THAT(made("select $1", std::string("a\0b", 3)),
              HasSubstr("parameter $1: a string constant cannot hold a zero"));
  EXPECT_THAT(made("select $1", "\xc3"), HasSubstr("not valid UTF-8"));
  EXPECT_THAT(made("select $1", "\xc3'"), HasSubstr("not valid UTF-8"));
  const quoting sjis{text_encoding::multi_byte, string_backslash::ordinary};
  EXPECT_THAT(interpolated(sjis, "select $1", "\x83\x5c").error().text(), HasSubstr("only ASCII"));
  EXPECT_THAT(interpolated(sjis, "select '\x83\x5c', $1", "a").error().text(), HasSubstr("only ASCII"));
  EXPECT_EQ(*interpolated(sjis, "select $1", "a\\"), "select ( E'a\\\\')");
  const quoting latin1{text_encoding::single_byte, string_backslash::ordinary};
  EXPECT_EQ(*interpolated(latin1, "select $1", "\xe9"), "select ('\xe9')");
}

TEST(InterpolateTest, ObeysStandardConformingStrings) {
  const quoting off{text_encoding::utf8, string_backslash::escape};
  const quoting unknown{text_encoding::utf8, string_backslash::unknown};
  EXPECT_EQ(*interpolated(off, "select '\\'$1', $1", "\\"), "select '\\'$1', ( E'\\\\')");
  EXPECT_EQ(made("select '\\', $1", "a"), "select '\\', ('a')");
  EXPECT_THAT(interpolated(off, "select '\\', $1", "a").error().text(), HasSubstr("without an end"));
  EXPECT_THAT(interpolated(unknown, "select '\\', $1", "a").error().text(), HasSubstr("standard_conforming_strings"));
  EXPECT_EQ(*interpolated(unknown, "select E'\\'', $1", "a"), "select E'\\'', ('a')");
}

TEST(InterpolateTest, ArgumentsAndParametersMatch) {
  EXPECT_EQ(made("select $1"), "error: there is no argument for $1");
  EXPECT_EQ(made("select $3", 1, 2), "error: there is no argument for $3");
  EXPECT_EQ(made("select $0", 1), "error: there is no argument for $0");
  EXPECT_EQ(made("select $99999999999999999999", 1), "error: there is no argument for $99999999999999999999");
  EXPECT_EQ(made("select $1", 1, 2), "error: the statement has no parameter $2");
}

TEST(InterpolateTest, OneStatementAtATime) {
  EXPECT_THAT(made("select 1; select 2"), HasSubstr("several statements"));
  EXPECT_THAT(made("select $1; drop table t", 1), HasSubstr("several statements"));
  EXPECT_EQ(made("create rule r as on insert to t do (select 1; select 2)").substr(0, 6), "create");
  EXPECT_EQ(made("create function f() returns int BEGIN ATOMIC select 1; select 2; END;").substr(0, 6), "create");
  EXPECT_THAT(made("begin; select 1"), HasSubstr("several statements"));
}

TEST(InterpolateTest, ErrorsAreUsageAndCarryNoValue) {
  const auto refused = interpolated(usual, "select $1", std::string("secret\xff"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category(), error_category::usage);
  EXPECT_TRUE(refused.error().safe_to_retry());
  EXPECT_EQ(refused.error().text().find("secret"), std::string::npos);
}

}  // namespace
}  // namespace pgpipe::detail
