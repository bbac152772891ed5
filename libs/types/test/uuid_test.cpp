#include <pgpipe/types/uuid.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

constexpr std::string_view text = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11";
constexpr std::string_view hex = "a0eebc999c0b4ef8bb6d6bb9bd380a11";

TEST(Uuid, IsSixteenBytes) {
  const uuid value = uuid::parse(text).value();
  EXPECT_EQ(hex_of(value), hex);
  EXPECT_EQ(text_of(value), text);
  EXPECT_EQ(value.to_string(), text);
  EXPECT_EQ(from_text<uuid>(text, oid::uuid), value);
  EXPECT_EQ(from_binary<uuid>(hex, oid::uuid), value);
  EXPECT_LT(uuid(), value);
}

TEST(Uuid, TakesDigitsOfEitherCase) {
  EXPECT_EQ(uuid::parse("A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11").value().to_string(), text);
}

TEST(Uuid, RefusesMalformedValues) {
  for (const char* bad : {"", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a111",
                          "a0eebc99a9c0b-4ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1g",
                          "a0eebc999c0b4ef8bb6d6bb9bd380a11"}) {
    EXPECT_FALSE(from_text<uuid>(bad, oid::uuid)) << bad;
    EXPECT_FALSE(uuid::parse(bad)) << bad;
  }
  EXPECT_FALSE(from_binary<uuid>("", oid::uuid));
  EXPECT_FALSE(from_binary<uuid>(hex.substr(2), oid::uuid));
  EXPECT_FALSE(from_binary<uuid>(std::string(hex) + "00", oid::uuid));
}

TEST(Uuid, IsNoText) {
  EXPECT_EQ(text_of(uuid(), oid::text), "uuid cannot be sent for a parameter of type text in text format");
  EXPECT_FALSE(from_text<uuid>(text, oid::text));
}

}  // namespace
}  // namespace pgpipe::types
