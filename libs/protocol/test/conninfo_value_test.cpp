#include "conninfo_value.hpp"

#include <gtest/gtest.h>

namespace pgpipe::protocol {
namespace {

TEST(ConninfoValue, ReadsWholeIntegers) {
  EXPECT_EQ(parse_integer("5"), 5);
  EXPECT_EQ(parse_integer(" 5 "), 5);
  EXPECT_EQ(parse_integer("\t+7\n"), 7);
  EXPECT_EQ(parse_integer("-1"), -1);
  EXPECT_EQ(parse_integer("2147483647"), 2147483647);
  for (const char* text :
       {"", " ", "5x", "x", "1 2", "+", "-", "+-5", "+ 5", "0x10", "1.0", "2147483648", "-2147483649"}) {
    EXPECT_EQ(parse_integer(text), std::nullopt) << text;
  }
}

TEST(ConninfoValue, SplitsAtCommasAndKeepsEmptyElements) {
  using list = std::vector<std::string>;
  EXPECT_EQ(split_list(""), list());
  EXPECT_EQ(split_list("a"), list({"a"}));
  EXPECT_EQ(split_list("a,b"), list({"a", "b"}));
  EXPECT_EQ(split_list(",a,"), list({"", "a", ""}));
}

TEST(ConninfoValue, KnowsTheWordDefault) {
  EXPECT_TRUE(is_word_default("default"));
  EXPECT_TRUE(is_word_default("DeFault"));
  EXPECT_FALSE(is_word_default("defaults"));
  EXPECT_FALSE(is_word_default(""));
}

}  // namespace
}  // namespace pgpipe::protocol
