#include <pgpipe/types/types.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

constexpr std::uint32_t int4_array = 1007;
constexpr std::uint32_t text_array = 1009;
constexpr std::uint32_t box_array = 1020;
constexpr std::uint32_t user_array = 16385;

using ints = std::vector<int>;
using strings = std::vector<std::string>;
using nullable_strings = std::vector<std::optional<std::string>>;

TEST(Array, OfOneDimensionIsAVector) {
  EXPECT_EQ((codec<ints>::type), int4_array);
  EXPECT_EQ((codec<std::vector<std::optional<int>>>::type), int4_array);
  EXPECT_EQ(codec<ints>::name, "std::vector<int32>");
  EXPECT_EQ(hex_of(ints{1, 2}),
            "00000001"
            "00000000"
            "00000017"
            "00000002"
            "00000001"
            "0000000400000001"
            "0000000400000002");
  EXPECT_EQ(text_of(ints{1, -2}), "{1,-2}");
  EXPECT_EQ(hex_of(ints{}), "000000000000000000000017");
  EXPECT_EQ(text_of(ints{}), "{}");
  EXPECT_EQ(from_text<ints>("{1,-2}", int4_array).value(), (ints{1, -2}));
  EXPECT_EQ(from_text<ints>("{}", int4_array).value(), ints());
  EXPECT_EQ(from_binary<ints>("000000000000000000000017", int4_array).value(), ints());
  EXPECT_EQ(hex_of(std::vector<std::int64_t>{1}, int4_array),
            "0000000100000000000000170000000100000001"
            "0000000400000001");
  EXPECT_EQ(hex_of(std::vector{true}),
            "0000000100000000000000100000000100000001"
            "0000000101");
}

TEST(Array, KeepsItsBoundsOrDropsThem) {
  const char* const text = "[0:2]={1,2,3}";
  const char* const hex =
      "00000001000000000000001700000003"
      "00000000"
      "000000040000000100000004000000020000000400000003";
  for (const auto& read : {from_text<array<int>>(text, int4_array), from_binary<array<int>>(hex, int4_array)}) {
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, (array<int>({{3, 0}}, {1, 2, 3})));
    EXPECT_EQ(text_of(*read), text);
    EXPECT_EQ(hex_of(*read), hex);
  }
  EXPECT_EQ(from_text<ints>(text, int4_array).value(), (ints{1, 2, 3}));
  EXPECT_EQ(from_binary<ints>(hex, int4_array).value(), (ints{1, 2, 3}));
}

TEST(Array, HasUpToSixDimensions) {
  const array<int> two({{2, 1}, {3, 1}}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(text_of(two), "{{1,2,3},{4,5,6}}");
  EXPECT_EQ(from_text<array<int>>("{{1,2,3},{4,5,6}}", int4_array).value(), two);
  const array<int> bounded({{2, -1}, {1, 5}, {2, 1}}, {1, 2, 3, 4});
  EXPECT_EQ(text_of(bounded), "[-1:0][5:5][1:2]={{{1,2}},{{3,4}}}");
  EXPECT_EQ(from_text<array<int>>(text_of(bounded), int4_array).value(), bounded);
  EXPECT_EQ(from_text<array<int>>("{{{{{{7}}}}}}", int4_array)->dimensions.size(), 6U);
  EXPECT_FALSE(from_text<array<int>>("{{{{{{{7}}}}}}}", int4_array));
  EXPECT_EQ(error_of(from_text<ints>("{{1},{2}}", int4_array)),
            "the value of type int4[] has 2 dimensions, std::vector<int32> has 1");
  EXPECT_EQ(hex_of(array<int>({{2, 1}}, {1})), "the types::array<int32> value does not fit a parameter of type int4[]");
  EXPECT_EQ(hex_of(array<int>({{0, 1}}, {})), "the types::array<int32> value does not fit a parameter of type int4[]");
  EXPECT_FALSE(decode<array<int>>(field_view(), int4_array, format::text));
}

TEST(Array, TellsNullFromTheWordNull) {
  const nullable_strings value{"NULL", std::nullopt, ""};
  EXPECT_EQ(text_of(value), R"x({"NULL",NULL,""})x");
  EXPECT_EQ(from_text<nullable_strings>(R"x({"NULL",NULL,""})x", text_array).value(), value);
  const std::string hex =
      "00000001"
      "00000001"
      "00000019"
      "00000003"
      "00000001"
      "000000044e554c4c"
      "ffffffff"
      "00000000";
  EXPECT_EQ(hex_of(value, text_array), hex);
  EXPECT_EQ(from_binary<nullable_strings>(hex, text_array).value(), value);
  EXPECT_EQ(error_of(from_text<strings>("{a,NULL}", text_array)),
            "NULL cannot be read as std::string; std::optional has a place for it");
  EXPECT_FALSE(from_binary<strings>(hex, text_array));
}

TEST(Array, QuotesWhatMeansSomething) {
  const strings value{"a b", "a,b", "{}", "\"", "\\", "a", "it's", "\n", ""};
  const std::string text = text_of(value);
  EXPECT_EQ(text, R"({"a b","a,b","{}","\"","\\","a","it's",")"
                  "\n"
                  R"(",""})");
  EXPECT_EQ(from_text<strings>(text, text_array).value(), value);
  EXPECT_EQ(from_text<strings>(R"x({a,it's,"x\"y\\"})x", text_array).value(), (strings{"a", "it's", "x\"y\\"}));
}

TEST(Array, OfBoxesIsDelimitedBySemicolons) {
  const strings boxes{"(1,1),(0,0)", "(3,3),(2,2)"};
  EXPECT_EQ(from_text<strings>("{(1,1),(0,0);(3,3),(2,2)}", box_array).value(), boxes);
  EXPECT_EQ(text_of(boxes, box_array), R"x({"(1,1),(0,0)";"(3,3),(2,2)"})x");
}

TEST(Array, OfATypeThatOnlyTheServerKnowsTravelsAsText) {
  EXPECT_EQ(codec<ints>::format_for(user_array), format::text);
  EXPECT_EQ(text_of(ints{1, 2}, user_array), "{1,2}");
  EXPECT_EQ(from_text<ints>("{1,2}", user_array).value(), (ints{1, 2}));
  EXPECT_EQ(from_text<strings>("{red,\"light blue\"}", user_array).value(), (strings{"red", "light blue"}));
  // In binary each array says its elements' type.
  EXPECT_TRUE(
      from_binary<ints>("0000000100000000000000170000000100000001"
                        "0000000400000001",
                        user_array));
  EXPECT_FALSE(
      from_binary<ints>("0000000100000000000040000000000100000001"
                        "0000000400000001",
                        user_array));
}

TEST(Array, ChoosesItsFormatByItsElements) {
  EXPECT_EQ(codec<ints>::format_for(0), format::binary);
  EXPECT_EQ(codec<strings>::format_for(0), format::text);
  EXPECT_EQ(codec<strings>::format_for(text_array), format::binary);
  EXPECT_EQ(codec<strings>::format_for(int4_array), format::text);
  EXPECT_EQ(codec<std::vector<json>>::format_for(3807), format::text);
}

TEST(Array, GivesViewsInBinaryOnly) {
  const exact_value held(
      from_hex("0000000100000000000000190000000100000001"
               "00000003616263"));
  const auto views = decode<std::vector<std::string_view>>(held.view(), text_array, format::binary);
  ASSERT_TRUE(views);
  EXPECT_EQ(static_cast<const void*>(views->front().data()), held.view().data + held.view().size - 3);
  EXPECT_EQ(error_of(from_text<std::vector<std::string_view>>("{abc}", text_array)),
            "a value of type text[] in text format cannot be read as std::vector<std::string_view>");
}

TEST(Array, IsNoOtherType) {
  EXPECT_EQ(error_of(from_text<ints>("{1}", oid::int4)),
            "a value of type int4 in text format cannot be read as std::vector<int32>");
  EXPECT_EQ(error_of(from_text<ints>("{1}", text_array)),
            "a value of type text in text format cannot be read as int32");
  EXPECT_EQ(text_of(ints{1}, oid::int4),
            "std::vector<int32> cannot be sent for a parameter of type int4 in text format");
  EXPECT_FALSE(from_text<int>("{1}", int4_array));
  // An element that is not the type that the array says it has.
  EXPECT_EQ(error_of(from_binary<ints>("0000000100000000000000190000000100000001"
                                       "0000000400000001",
                                       int4_array)),
            "the server sent a malformed value of type int4[] in binary format");
  EXPECT_EQ(error_of(from_text<std::vector<std::int16_t>>("{1,70000}", int4_array)),
            "the value of type int4 does not fit int16");
}

TEST(Array, RefusesMalformedText) {
  for (const char* bad : {"",
                          "{",
                          "}",
                          "{1",
                          "1}",
                          "{1}}",
                          "{{1}",
                          "{,}",
                          "{1,}",
                          "{,1}",
                          "{1,2}x",
                          "{{1},{2,3}}",
                          "{1,{2}}",
                          "{{1},2}",
                          "{{}}",
                          "{\"1}",
                          "{\"1\\\"}",
                          "{1\"2\"}",
                          "{\\1}",
                          "[1]={1}",
                          "[1:2]={1}",
                          "[1:1]{1}",
                          "[1:0]={}",
                          "[2:1]={1}",
                          "[1:1][1:1]={1}",
                          "[1:1]={{1}}",
                          "[a:b]={1}",
                          "[1:99999999999]={1}",
                          "[2147483647:2147483648]={1,2}",
                          "[1:2",
                          "[",
                          "[1:1][1:1][1:1][1:1][1:1][1:1][1:1]={{{{{{{1}}}}}}}"}) {
    EXPECT_FALSE(from_text<strings>(bad, text_array)) << bad;
    EXPECT_FALSE(from_text<array<std::string>>(bad, text_array)) << bad;
  }
}

TEST(Array, RefusesHostileHeaders) {
  const char* const hostile[] = {
      "",
      "00000001",
      "0000000100000000000000170000000100",  // cut off
      "00000007000000000000001700000001"
      "00000001",  // seven dimensions
      "ffffffff000000000000001700000001"
      "00000001",  // -1 dimensions
      "000000010000000000000017"
      "7fffffff00000001",  // 2^31-1 elements
      "000000010000000000000017"
      "ffffffff00000001",  // -1 elements
      "000000010000000000000017"
      "0000000000000001",  // a dimension of none
      "000000010000000200000017"
      "0000000100000001"
      "0000000400000001",  // flags that there are not
      "000000010000000000000017"
      "000000017fffffff"
      "0000000400000001",  // the upper bound overflows
      "000000010000000000000017"
      "0000000200000001"
      "0000000400000001",  // an element is missing
      "000000010000000000000017"
      "0000000100000001"
      "000000040000000100",  // something left over
      "000000010000000000000017"
      "0000000100000001"
      "000000080000000100000000",  // int8's size
      "000000010000000000000017"
      "0000000100000001"
      "fffffffe",  // a length of -2
      "000000010000000000000017"
      "0000000100000001"
      "7fffffff00000001",            // a length past the end
      "00000000000000000000001700",  // an empty array and more
      "000000020000000000000017"
      "0001000000000001"
      "0001000000000001",  // 2^32 elements
      "000000060000000000000017"
      "7fffffff00000001"
      "7fffffff00000001"
      "7fffffff00000001"
      "7fffffff00000001"
      "7fffffff00000001"
      "7fffffff00000001",
  };
  for (const char* hex : hostile) EXPECT_FALSE(from_binary<std::vector<std::optional<int>>>(hex, int4_array)) << hex;
}

TEST(Array, HoldsEveryOtherType) {
  const std::vector<numeric> numbers{numeric(1), numeric::not_a_number()};
  EXPECT_EQ(text_of(numbers), R"x({1,"NaN"})x");
  EXPECT_EQ(from_text<std::vector<numeric>>("{1,NaN}", 1231).value(), numbers);
  const std::vector<std::chrono::sys_days> days{std::chrono::sys_days(std::chrono::days(0))};
  EXPECT_EQ(text_of(days), "{1970-01-01}");
  EXPECT_EQ(from_text<std::vector<std::chrono::sys_days>>("{1970-01-01}", 1182).value(), days);
  const std::vector<std::vector<std::byte>> bytes{{std::byte{0x5c}}};
  EXPECT_EQ(text_of(bytes), R"x({"\\x5c"})x");
  EXPECT_EQ(from_text<std::vector<std::vector<std::byte>>>(R"x({"\\x5c"})x", 1001).value(), bytes);
  EXPECT_EQ(text_of(std::vector{true, false}), "{t,f}");
}

}  // namespace
}  // namespace pgpipe::types
