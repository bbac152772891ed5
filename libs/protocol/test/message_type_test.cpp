#include <pgpipe/protocol/message_type.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

constexpr std::string_view all_types = "RK23CWdcGHDIEVvnNAtS1sZT";

TEST(MessageType, KnowsExactlyTheBackendMessages) {
  for (int byte = 0; byte != 256; ++byte) {
    const auto type = static_cast<backend>(static_cast<char>(byte));
    const bool known = all_types.find(static_cast<char>(byte)) != std::string_view::npos;
    EXPECT_EQ(!name_of(type).empty(), known) << byte;
    EXPECT_EQ(bounds_of(type).greatest != 0, known) << byte;
  }
  EXPECT_EQ(name_of(backend::ready_for_query), "ReadyForQuery");
}

TEST(MessageType, BoundsEveryLength) {
  for (const char byte : all_types) {
    const length_bounds bounds = bounds_of(static_cast<backend>(byte));
    EXPECT_GE(bounds.least, 4U) << byte;
    EXPECT_LE(bounds.least, bounds.greatest) << byte;
    EXPECT_LE(bounds.greatest, 0x40000004U) << byte;
  }
}

TEST(MessageType, FixesTheLengthOfBareMessages) {
  for (const char byte : std::string_view("123cIns")) {
    const length_bounds bounds = bounds_of(static_cast<backend>(byte));
    EXPECT_EQ(bounds.least, 4U) << byte;
    EXPECT_EQ(bounds.greatest, 4U) << byte;
  }
}

TEST(MessageType, LeavesRoomForTheLargestLegalMessages) {
  EXPECT_GE(bounds_of(backend::parameter_description).greatest, 4U + 2U + 4U * 65535U);
  EXPECT_GE(bounds_of(backend::row_description).greatest, 4U + 2U + 1664U * (64U + 18U));
  EXPECT_GE(bounds_of(backend::backend_key_data).greatest, 4U + 4U + 256U);
  EXPECT_GE(bounds_of(backend::notification_response).greatest, 4U + 4U + 64U + 8000U);
}

}  // namespace
}  // namespace pgpipe::protocol
