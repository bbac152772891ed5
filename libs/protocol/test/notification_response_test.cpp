#include <pgpipe/protocol/notification_response.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(NotificationResponse, ReadsItsFields) {
  const exact_bytes held(big_endian(7, 4) + bytes("channel\0payload\0"));
  notification_response message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(message.process_id, 7);
  EXPECT_EQ(message.channel, "channel");
  EXPECT_EQ(message.payload, "payload");
}

TEST(NotificationResponse, HasADefiniteEnd) {
  expect_decodes_exactly<notification_response>(big_endian(7, 4) + bytes("ch\0pl\0"));
  expect_decodes_exactly<notification_response>(big_endian(7, 4) + bytes("ch\0\0"));
}

}  // namespace
}  // namespace pgpipe::protocol
