#include <pgpipe/types/types.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

using int_range = range<int>;
using numeric_range = range<numeric>;
using string_range = range<std::string>;
using optional_int = std::optional<int>;

TEST(Range, IsTheServersBytes) {
  EXPECT_EQ((codec<int_range>::type), oid::int4range);
  EXPECT_EQ((codec<range<std::chrono::sys_days>>::type), oid::daterange);
  EXPECT_EQ((codec<multirange<std::int64_t>>::type), oid::int8multirange);
  const std::pair<int_range, const char*> cases[] = {
      {{1, 5},
       "02"
       "0000000400000001"
       "0000000400000005"},
      {{1, 5, false, true},
       "04"
       "0000000400000001"
       "0000000400000005"},
      {{std::nullopt, 5},
       "08"
       "0000000400000005"},
      {{1, std::nullopt},
       "12"
       "0000000400000001"},
      {{}, "18"},
      {int_range::empty(), "01"},
  };
  for (const auto& [value, hex] : cases) {
    EXPECT_EQ(hex_of(value), hex);
    EXPECT_EQ(from_binary<int_range>(hex, oid::int4range).value(), value) << hex;
    EXPECT_EQ(from_text<int_range>(text_of(value), oid::int4range).value(), value);
  }
}

TEST(Range, IsReadFromText) {
  EXPECT_EQ(from_text<int_range>("[1,5)", oid::int4range).value(), (int_range{1, 5}));
  EXPECT_EQ(from_text<int_range>("(,5]", oid::int4range).value(), (int_range{std::nullopt, 5, false, true}));
  EXPECT_EQ(from_text<int_range>("(,)", oid::int4range).value(), int_range());
  EXPECT_EQ(from_text<int_range>("empty", oid::int4range).value(), int_range::empty());
  EXPECT_NE(from_text<int_range>("(,)", oid::int4range).value(), int_range::empty());
  EXPECT_EQ(from_text<string_range>(R"(["a ""b""\\",""])", 16384).value(), (string_range{"a \"b\"\\", "", true, true}));
  EXPECT_EQ(from_text<string_range>(R"([a\,,b\)])", 16384).value(), (string_range{"a,", "b)", true, true}));
  EXPECT_EQ(text_of(string_range{"a\"\\", ""}, 16384), R"(["a\"\\",""))");
}

TEST(Range, TellsInfinityFromABoundThatIsNotThere) {
  using day = or_infinity<std::chrono::sys_days>;
  const auto read = from_text<range<day>>("[2024-01-01,infinity)", oid::daterange).value();
  EXPECT_TRUE(read.upper->is_infinity());
  EXPECT_FALSE(from_text<range<day>>("[2024-01-01,)", oid::daterange)->upper);
  EXPECT_FALSE(from_text<range<std::chrono::sys_days>>("[2024-01-01,infinity)", oid::daterange));
}

TEST(Range, IsNoOtherType) {
  EXPECT_EQ(error_of(from_text<int_range>("[1,5)", oid::int4)),
            "a value of type int4 in text format cannot be read as types::range<int32>");
  EXPECT_FALSE(from_text<int_range>("[1,5)", oid::numrange));
  EXPECT_FALSE(from_text<range<optional_int>>("[1,5)", oid::numrange));
  EXPECT_EQ(text_of(int_range{1, 5}, oid::text),
            "types::range<int32> cannot be sent for a parameter of type text in text format");
  EXPECT_EQ(codec<range<std::string>>::format_for(0), format::text);
  EXPECT_EQ(codec<int_range>::format_for(16384), format::text);
  EXPECT_EQ(codec<int_range>::format_for(oid::int8range), format::binary);
  EXPECT_EQ(hex_of(range<std::int64_t>{std::int64_t{1} << 40, std::nullopt}, oid::int4range),
            "the int64 value does not fit a parameter of type int4");
}

TEST(Range, RefusesMalformedValues) {
  for (const char* bad : {"", "[", "[1", "[1,", "[1,2", "1,2)", "[1;2)", "[1,2)x", "[\"1,2)", "[1\"2\",3)", "[(1),2)",
                          "[1,2\\", "emptyx", "Empty", "[1,2,3)", "[\"1\"2,3)"}) {
    EXPECT_FALSE(from_text<string_range>(bad, 16384)) << bad;
  }
  for (const char* bad :
       {"", "20", "80", "03", "0a", "14", "02", "020000000400000001", "0100", "1800", "02ffffffff0000000400000001",
        "02fffffffe", "027fffffff00000001", "02000000040000000100000004000000050000"}) {
    EXPECT_FALSE(from_binary<int_range>(bad, oid::int4range)) << bad;
  }
}

TEST(Multirange, HoldsRanges) {
  const multirange<int> value{{{1, 3}, {5, std::nullopt}}};
  const std::string hex =
      "00000002"
      "00000011"
      "02"
      "0000000400000001"
      "0000000400000003"
      "00000009"
      "12"
      "0000000400000005";
  EXPECT_EQ(hex_of(value), hex);
  EXPECT_EQ(from_binary<multirange<int>>(hex, oid::int4multirange).value(), value);
  EXPECT_EQ(from_text<multirange<int>>("{[1,3),[5,)}", oid::int4multirange).value(), value);
  EXPECT_EQ(text_of(value), R"x({["1","3"),["5",)})x");
  EXPECT_EQ(text_of(multirange<int>()), "{}");
  EXPECT_EQ(from_text<multirange<int>>("{}", oid::int4multirange).value(), multirange<int>());
  EXPECT_EQ(from_binary<multirange<int>>("00000000", oid::int4multirange).value(), multirange<int>());
}

TEST(Multirange, RefusesMalformedValues) {
  for (const char* bad : {"", "{", "{[1,3)", "{[1,3),}", "{,}", "[1,3)", "{[1,3)}x", "{1}"}) {
    EXPECT_FALSE(from_text<multirange<int>>(bad, oid::int4multirange)) << bad;
  }
  for (const char* bad : {"", "000000", "00000001", "ffffffff", "00000001ffffffff", "0000000100000000", "0000000000",
                          "000000010000000201"}) {
    EXPECT_FALSE(from_binary<multirange<int>>(bad, oid::int4multirange)) << bad;
  }
}

}  // namespace
}  // namespace pgpipe::types
