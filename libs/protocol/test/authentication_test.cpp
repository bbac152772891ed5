#include <vector>

#include <pgpipe/protocol/authentication.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(Authentication, TakesRequestsWithoutPayload) {
  for (const int code : {0, 2, 3, 7, 9}) {
    expect_decodes_exactly<authentication>(big_endian(static_cast<std::uint64_t>(code), 4));
  }
}

TEST(Authentication, CarriesTheSaltOfMd5) {
  const exact_bytes held(big_endian(5, 4) + "salt");
  authentication message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(message.kind, authentication_kind::md5_password);
  EXPECT_EQ(as_text(message.payload), "salt");
  expect_decodes_exactly<authentication>(big_endian(5, 4) + "salt");
}

TEST(Authentication, ListsTheMechanisms) {
  const std::string body = big_endian(10, 4) + bytes("SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0");
  const exact_bytes held(body);
  authentication message;
  ASSERT_TRUE(decode(held.span(), message));
  const string_list list = message.mechanisms();
  EXPECT_EQ(std::vector<std::string_view>(list.begin(), list.end()),
            (std::vector<std::string_view>{"SCRAM-SHA-256-PLUS", "SCRAM-SHA-256"}));
  expect_decodes_exactly<authentication>(body);
}

TEST(Authentication, RefusesAnEmptyListOfMechanisms) {
  EXPECT_FALSE(decodes<authentication>(big_endian(10, 4)));
  EXPECT_FALSE(decodes<authentication>(big_endian(10, 4) + bytes("\0")));
}

TEST(Authentication, CarriesDataOfAnyLength) {
  for (const int code : {8, 11, 12}) {
    const exact_bytes held(big_endian(static_cast<std::uint64_t>(code), 4) + "r=nonce");
    authentication message;
    ASSERT_TRUE(decode(held.span(), message));
    EXPECT_EQ(static_cast<int>(message.kind), code);
    EXPECT_EQ(as_text(message.payload), "r=nonce");
  }
}

TEST(Authentication, LeavesUnknownKindsToStartUp) {
  const exact_bytes held(big_endian(99, 4) + "x");
  authentication message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(static_cast<int>(message.kind), 99);
  EXPECT_FALSE(decodes<authentication>("abc"));
}

}  // namespace
}  // namespace pgpipe::protocol
