#include <pgpipe/protocol/copy_response.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(CopyResponse, ReadsTheFormats) {
  const exact_bytes held(from_hex("01000200000001"));
  copy_response message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(message.encoding, format::binary);
  ASSERT_EQ(message.column_count(), 2U);
  EXPECT_EQ(message.column_encoding(0), format::text);
  EXPECT_EQ(message.column_encoding(1), format::binary);
}

TEST(CopyResponse, HasADefiniteEnd) {
  expect_decodes_exactly<copy_response>(from_hex("00000200000000"));
  expect_decodes_exactly<copy_response>(from_hex("000000"));
}

TEST(CopyResponse, RefusesFormatsThatDoNotExist) {
  EXPECT_FALSE(decodes<copy_response>(from_hex("020000")));
  EXPECT_FALSE(decodes<copy_response>(from_hex("0100010002")));
}

TEST(CopyResponse, RefusesABinaryColumnInText) { EXPECT_FALSE(decodes<copy_response>(from_hex("0000010001"))); }

}  // namespace
}  // namespace pgpipe::protocol
