#include <pgpipe/types/types.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

TEST(Optional, HasAPlaceForNull) {
  const auto nothing = decode<std::optional<int>>(field_view(), oid::int4, format::binary);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(*nothing, std::nullopt);
  EXPECT_EQ(from_binary<std::optional<int>>("00000007", oid::int4).value(), 7);
  EXPECT_EQ(from_text<std::optional<std::string>>("", oid::text).value(), "");
  EXPECT_EQ(from_text<std::optional<bool>>("f", oid::boolean).value(), std::optional(false));
}

TEST(Optional, IsAsStrictAsItsValue) {
  EXPECT_EQ(error_of(from_text<std::optional<int>>("x", oid::text)),
            "a value of type text in text format cannot be read as int32");
}

TEST(Optional, IsWrittenAsItsValue) {
  EXPECT_EQ(codec<std::optional<int>>::type, oid::int4);
  EXPECT_EQ(codec<std::optional<int>>::format_for(oid::numeric), format::text);
  EXPECT_EQ(hex_of(std::optional(7)), "00000007");
  EXPECT_FALSE(is_null(std::optional(7)));
  EXPECT_TRUE(is_null(std::optional<int>()));
  EXPECT_TRUE(is_null(std::optional<const char*>(nullptr)));
}

TEST(Null, HasNoType) {
  EXPECT_TRUE(is_null(nullptr));
  EXPECT_TRUE(is_null(std::nullopt));
  EXPECT_EQ(codec<std::nullptr_t>::type, 0U);
}

}  // namespace
}  // namespace pgpipe::types
