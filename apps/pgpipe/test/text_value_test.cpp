#include "bench/text_value.hpp"

#include <string>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

std::string parsed(const std::string& text) {
  const std::optional<value> found = parse_value(text);
  if (!found) return "malformed";
  char buffer[max_rendered_size];
  return std::string(to_string(found->type)) + (found->is_null() ? "" : " " + std::string(render(*found, buffer)));
}

TEST(text_value, booleans_by_their_beginnings) {
  for (const char* text : {"t", "TRU", "true", "y", "Yes", "on", "ON"}) EXPECT_EQ(parsed(text), "boolean true") << text;
  for (const char* text : {"f", "False", "n", "no", "of", "OFF"}) EXPECT_EQ(parsed(text), "boolean false") << text;
  for (const char* text : {"o", "truex", "yess", "nope"}) EXPECT_EQ(parsed(text), "malformed") << text;
}

TEST(text_value, null_in_any_case) {
  EXPECT_EQ(parsed("null"), "null");
  EXPECT_EQ(parsed("NULL"), "null");
  EXPECT_EQ(parsed("nul"), "malformed");
}

TEST(text_value, integers) {
  EXPECT_EQ(parsed("0"), "int 0");
  EXPECT_EQ(parsed("007"), "int 7");
  EXPECT_EQ(parsed(" +12 "), "int 12");
  EXPECT_EQ(parsed("-9223372036854775808"), "int -9223372036854775808");
  EXPECT_EQ(parsed("9223372036854775808"), "malformed");
}

TEST(text_value, doubles) {
  EXPECT_EQ(parsed("1.5"), "double 1.5");
  EXPECT_EQ(parsed("-.5e2"), "double -50");
  EXPECT_EQ(parsed("1e400"), "malformed");
  EXPECT_EQ(parsed("1.5 "), "malformed");
  EXPECT_EQ(parsed("1.5x"), "malformed");
}

TEST(text_value, anything_else_is_malformed) {
  for (const char* text : {"", " ", "+", "foo", "1 2", "--1"}) EXPECT_EQ(parsed(text), "malformed") << text;
}

}  // namespace
}  // namespace pgpipe::app::bench
