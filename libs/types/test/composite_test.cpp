#include <pgpipe/types/types.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace shop {

struct item {
  std::string name;
  std::optional<std::int32_t> supplier;
  numeric price;

  friend bool operator==(const item&, const item&) = default;
};

struct order {
  std::int64_t id = 0;
  item first;
  std::vector<std::string> notes;
  friend bool operator==(const order&, const order&) = default;
};

struct every_kind {
  bool a = false;
  std::string b;
  std::optional<std::string> c;
  std::vector<int> d;
  std::chrono::sys_days e;
  uuid f;
  std::optional<item> g;
  double h = 0;
};

struct sixteen {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;
};

}  // namespace shop

namespace {

using shop::every_kind;
using shop::item;
using shop::order;
using shop::sixteen;

static_assert(detail::member_count<item> == 3);
static_assert(detail::member_count<every_kind> == 8);
static_assert(detail::member_count<sixteen> == 16);
static_assert(composite<item> && composite<std::tuple<int>> && composite<std::pair<int, int>>);
static_assert(!composite<std::string> && !composite<std::array<int, 2>> && !composite<std::vector<int>>);
static_assert(std::same_as<members_of<item>, std::tuple<std::string, std::optional<std::int32_t>, numeric>>);

using strings = std::tuple<std::string, std::optional<std::string>, std::string, std::string, std::string, std::string>;

TEST(Composite, TellsNullFromEmptyAndReadsQuotes) {
  const strings expected{"1", std::nullopt, "", " ", "a\"b", "x,y"};
  EXPECT_EQ(from_text<strings>(R"((1,,""," ","a""b","x,y"))", oid::record).value(), expected);
  EXPECT_EQ(from_text<strings>(text_of(expected), 16384).value(), expected);
  EXPECT_EQ(from_text<std::tuple<std::string>>(R"(("a\\b"))", 16384).value(), std::tuple("a\\b"));
}

TEST(Composite, IsAStruct) {
  const item fuzzy{"fuzzy dice", 42, numeric::parse("1.99").value()};
  EXPECT_EQ(text_of(fuzzy), R"(("fuzzy dice","42","1.99"))");
  EXPECT_EQ(from_text<item>(R"(("fuzzy dice",42,1.99))", 16384).value(), fuzzy);
  const std::string hex =
      "00000003"
      "00000019"
      "0000000a"
      "66757a7a792064696365"
      "00000017"
      "00000004"
      "0000002a"
      "000006a4"
      "0000000c"
      "0002000000000002"
      "0001"
      "26ac";
  EXPECT_EQ(hex_of(fuzzy), hex);
  EXPECT_EQ(from_binary<item>(hex, 16384).value(), fuzzy);
  const order whole{7, {"", std::nullopt, numeric(0)}, {"a", "b c", "\"\\"}};
  EXPECT_EQ(from_text<order>(text_of(whole), 16385).value(), whole);
}

TEST(Composite, SitsInArraysAndOptionals) {
  const std::vector<std::optional<item>> items{item{"a", 1, numeric(2)}, std::nullopt};
  EXPECT_EQ(text_of(items, 16386), R"x({"(\"a\",\"1\",\"2\")",NULL})x");
  EXPECT_EQ(from_text<std::vector<std::optional<item>>>(R"x({"(a,1,2)",NULL})x", 16386).value(), items);
  EXPECT_EQ((from_text<std::vector<std::tuple<int, int>>>(R"x({"(1,2)"})x", 2287)->front()), std::tuple(1, 2));
}

TEST(Composite, NamesTheFieldThatDoesNotFit) {
  EXPECT_EQ(error_of(from_text<item>("(a,b,c)", 16384)),
            "field 2: the server sent a malformed value of type int4 in text format");
  EXPECT_EQ(error_of(from_text<item>("(,1,2)", 16384)),
            "field 1: NULL cannot be read as std::string; std::optional has a place for it");
  EXPECT_EQ(error_of(from_text<item>("(a,1)", 16384)),
            "the value of type with OID 16384 has 2 fields, pgpipe::types::shop::item has 3");
  EXPECT_EQ(error_of(from_binary<std::tuple<int>>("00000001"
                                                  "00000019"
                                                  "0000000431323334",
                                                  oid::record)),
            "field 1: a value of type text in binary format cannot be read as int32");
  EXPECT_EQ(text_of(std::tuple(1, std::chrono::sys_days::max())),
            "field 2: the std::chrono::sys_days value does not fit a parameter of type date");
  EXPECT_EQ(error_of(from_text<std::tuple<std::string_view>>("(a)", 16384)),
            "field 1: a value of type that is not known in text format cannot be read as std::string_view");
}

TEST(Composite, IsNoOtherType) {
  EXPECT_EQ(error_of(from_text<item>("(a,1,2)", oid::text)),
            "a value of type text in text format cannot be read as pgpipe::types::shop::item");
  EXPECT_EQ(text_of(std::tuple(1), oid::int4), "std::tuple cannot be sent for a parameter of type int4 in text format");
}

TEST(Composite, RefusesMalformedValues) {
  for (const char* bad :
       {"", "(", ")", "()x", "(1", "1)", "(\"1)", "(1\"2\")", "((1))", "(1\\", "(\"1\"2)", "(1))", "(1,2)"}) {
    EXPECT_FALSE(from_text<std::tuple<std::string>>(bad, 16384)) << bad;
  }
  for (const char* bad :
       {"", "000000", "00000001", "0000000100000019", "00000001000000190000000361", "0000000100000019fffffffe",
        "00000001000000190000000161ff", "00000000", "ffffffff", "0000000200000019000000016100000019"}) {
    EXPECT_FALSE(from_binary<std::tuple<std::string>>(bad, 16384)) << bad;
  }
}

}  // namespace
}  // namespace pgpipe::types
