#include <pgpipe/types/boolean.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

TEST(Boolean, IsWritten) {
  EXPECT_EQ(codec<bool>::format_for(0), format::binary);
  EXPECT_EQ(codec<bool>::format_for(oid::boolean), format::binary);
  EXPECT_EQ(codec<bool>::format_for(16384), format::text);
  EXPECT_EQ(hex_of(true), "01");
  EXPECT_EQ(hex_of(false, oid::boolean), "00");
  EXPECT_EQ(text_of(true), "t");
  EXPECT_EQ(text_of(false, 16384), "f");
}

TEST(Boolean, IsRead) {
  EXPECT_EQ(from_text<bool>("t", oid::boolean), true);
  EXPECT_EQ(from_text<bool>("f", oid::boolean), false);
  EXPECT_EQ(from_binary<bool>("01", oid::boolean), true);
  EXPECT_EQ(from_binary<bool>("00", oid::boolean), false);
}

TEST(Boolean, RefusesMalformedValues) {
  for (const char* text : {"", "true", "1", "T"}) {
    const result<bool> outcome = from_text<bool>(text, oid::boolean);
    ASSERT_FALSE(outcome) << text;
    EXPECT_EQ(outcome.error().category(), error_category::protocol);
  }
  for (const char* hex : {"", "02", "0101"}) EXPECT_FALSE(from_binary<bool>(hex, oid::boolean)) << hex;
}

TEST(Boolean, IsNoNumber) {
  EXPECT_EQ(error_of(from_text<bool>("1", oid::int4)), "a value of type int4 in text format cannot be read as bool");
  EXPECT_EQ(text_of(true, oid::int4), "bool cannot be sent for a parameter of type int4 in text format");
  EXPECT_EQ(hex_of(true, 16384), "bool cannot be sent for a parameter of type with OID 16384 in binary format");
}

}  // namespace
}  // namespace pgpipe::types
