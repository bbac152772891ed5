#include <pgpipe/protocol/parameter_status.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(ParameterStatus, ReadsItsFields) {
  const exact_bytes held(bytes("TimeZone\0Europe/Berlin\0"));
  parameter_status message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(message.name, "TimeZone");
  EXPECT_EQ(message.value, "Europe/Berlin");
}

TEST(ParameterStatus, HasADefiniteEnd) {
  expect_decodes_exactly<parameter_status>(bytes("a\0b\0"));
  expect_decodes_exactly<parameter_status>(bytes("a\0\0"));
}

}  // namespace
}  // namespace pgpipe::protocol
