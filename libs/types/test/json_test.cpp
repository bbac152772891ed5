#include <pgpipe/types/json.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

TEST(Json, LeavesItsTypeToItsPlace) {
  EXPECT_EQ(codec<json>::type, 0U);
  EXPECT_EQ(text_of(json{R"x({"a": 1})x"}), R"x({"a": 1})x");
  EXPECT_EQ(text_of(json{"[]"}, oid::jsonb), "[]");
  EXPECT_EQ(text_of(json{"[]"}, 16384), "[]");
  EXPECT_EQ(text_of(json{"[]"}, oid::text), "json cannot be sent for a parameter of type text in text format");
}

TEST(Json, HasAVersionWhereItIsBinaryJsonb) {
  EXPECT_EQ(hex_of(json{R"x({"a": 1})x"}, oid::jsonb), "017b2261223a20317d");
  EXPECT_EQ(hex_of(json{R"x({"a": 1})x"}, oid::json), "7b2261223a20317d");
  EXPECT_EQ(from_binary<json>("017b2261223a20317d", oid::jsonb)->text, R"x({"a": 1})x");
  EXPECT_EQ(from_binary<json>("7b2261223a20317d", oid::json)->text, R"x({"a": 1})x");
  EXPECT_EQ(from_text<json>("null", oid::jsonb)->text, "null");
  for (const char* bad : {"", "007b7d", "027b7d", "7b7d"}) EXPECT_FALSE(from_binary<json>(bad, oid::jsonb)) << bad;
}

TEST(Json, IsNoOtherType) {
  EXPECT_EQ(error_of(from_text<json>("{}", oid::text)), "a value of type text in text format cannot be read as json");
  EXPECT_FALSE(from_binary<json>("7b7d", 16384));
}

}  // namespace
}  // namespace pgpipe::types
