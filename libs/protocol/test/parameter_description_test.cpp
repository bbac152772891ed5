#include <pgpipe/protocol/parameter_description.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(ParameterDescription, ReadsTheTypes) {
  const exact_bytes held(from_hex("000200000017ffffffff"));
  parameter_description message;
  ASSERT_TRUE(decode(held.span(), message));
  ASSERT_EQ(message.size(), 2U);
  EXPECT_EQ(message.type(0), 23U);
  EXPECT_EQ(message.type(1), 4294967295U);
}

TEST(ParameterDescription, HasADefiniteEnd) {
  expect_decodes_exactly<parameter_description>(from_hex("00020000001700000019"));
  expect_decodes_exactly<parameter_description>(from_hex("0000"));
}

TEST(ParameterDescription, CountsUnsigned) {
  const exact_bytes held(big_endian(65535, 2) + std::string(std::size_t{4} * 65535, '\1'));
  parameter_description message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(message.size(), 65535U);
  EXPECT_EQ(message.type(65534), 0x01010101U);
}

}  // namespace
}  // namespace pgpipe::protocol
