#include <vector>

#include <pgpipe/protocol/negotiate_protocol_version.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(NegotiateProtocolVersion, ReadsTheVersion) {
  const exact_bytes held(from_hex("0003000000000000"));
  negotiate_protocol_version message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(message.version, 0x00030000U);
  EXPECT_TRUE(message.options.empty());
}

TEST(NegotiateProtocolVersion, ListsTheOptions) {
  const exact_bytes held(from_hex("0003000000000002") + bytes("_pq_.foo\0_pq_.b\0"));
  negotiate_protocol_version message;
  ASSERT_TRUE(decode(held.span(), message));
  const std::vector<std::string_view> options(message.options.begin(), message.options.end());
  EXPECT_EQ(options, (std::vector<std::string_view>{"_pq_.foo", "_pq_.b"}));
}

TEST(NegotiateProtocolVersion, HasADefiniteEnd) {
  expect_decodes_exactly<negotiate_protocol_version>(from_hex("0003000000000000"));
  expect_decodes_exactly<negotiate_protocol_version>(from_hex("0003000000000001") + bytes("_pq_.foo\0"));
}

TEST(NegotiateProtocolVersion, RefusesCountsThatDoNotFit) {
  EXPECT_FALSE(decodes<negotiate_protocol_version>(from_hex("00030000ffffffff")));
  EXPECT_FALSE(decodes<negotiate_protocol_version>(from_hex("000300007fffffff") + bytes("_pq_.foo\0")));
}

}  // namespace
}  // namespace pgpipe::protocol
