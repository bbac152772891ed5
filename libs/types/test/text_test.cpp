#include <pgpipe/types/text.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

TEST(Text, LeavesItsTypeToTheServer) {
  EXPECT_EQ(codec<std::string>::type, 0U);
  EXPECT_EQ(codec_for<const char(&)[4]>::type, 0U);
  EXPECT_EQ(codec<std::string_view>::format_for(oid::int4), format::text);
}

TEST(Text, IsWrittenAsItIs) {
  EXPECT_EQ(text_of(std::string("abc")), "abc");
  EXPECT_EQ(text_of(std::string_view("")), "");
  EXPECT_EQ(text_of("literal"), "literal");
  EXPECT_EQ(text_of(std::string("2026-01-01"), oid::date), "2026-01-01");
  EXPECT_EQ(text_of(std::string("a\0b", 3)), std::string("a\0b", 3));
  char changeable[] = "abc";
  EXPECT_EQ(text_of(changeable), "abc");
  EXPECT_EQ(hex_of("abc", oid::varchar), "616263");
  EXPECT_EQ(hex_of("abc", oid::int4), "const char* cannot be sent for a parameter of type int4 in binary format");
}

TEST(Text, IsNullWhereAPointerIs) {
  const char* nothing = nullptr;
  EXPECT_TRUE(is_null(nothing));
  EXPECT_FALSE(is_null(""));
  EXPECT_FALSE(is_null(std::string()));
}

TEST(Text, IsReadFromTheTextOfAnyType) {
  EXPECT_EQ(from_text<std::string>("abc", oid::text), "abc");
  EXPECT_EQ(from_text<std::string>("", oid::text), "");
  EXPECT_EQ(from_text<std::string>("12.50", oid::numeric), "12.50");
  EXPECT_EQ(from_text<std::string>("red", 16384), "red");
}

TEST(Text, IsReadInBinaryOnlyFromTextualTypes) {
  EXPECT_EQ(from_binary<std::string>("616263", oid::varchar), "abc");
  EXPECT_EQ(from_binary<std::string>("61", oid::single_char), "a");
  EXPECT_EQ(from_binary<std::string>("00", oid::single_char), "");
  EXPECT_FALSE(from_binary<std::string>("", oid::single_char));
  EXPECT_FALSE(from_binary<std::string>("6161", oid::single_char));
  EXPECT_EQ(error_of(from_binary<std::string>("00000001", oid::int4)),
            "a value of type int4 in binary format cannot be read as std::string");
  EXPECT_EQ(from_binary<std::string>("017b7d", oid::jsonb), "{}");
  EXPECT_FALSE(from_binary<std::string>("027b7d", oid::jsonb));
  EXPECT_FALSE(from_binary<std::string>("", oid::jsonb));
  EXPECT_FALSE(from_binary<std::string>("726564", 16384));
}

TEST(Text, AViewPointsIntoTheRow) {
  const exact_value held("abc");
  const result<std::string_view> view = decode<std::string_view>(held.view(), oid::text, format::text);
  ASSERT_TRUE(view);
  EXPECT_EQ(static_cast<const void*>(view->data()), held.view().data);
}

}  // namespace
}  // namespace pgpipe::types
