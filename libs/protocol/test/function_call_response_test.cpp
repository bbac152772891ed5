#include <pgpipe/protocol/function_call_response.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(FunctionCallResponse, ReadsTheValue) {
  const exact_bytes held(from_hex("00000003616263"));
  function_call_response message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(message.value.text(), "abc");
}

TEST(FunctionCallResponse, TellsNullFromEmpty) {
  const exact_bytes null(from_hex("ffffffff"));
  const exact_bytes empty(from_hex("00000000"));
  function_call_response message;
  ASSERT_TRUE(decode(null.span(), message));
  EXPECT_TRUE(message.value.is_null());
  ASSERT_TRUE(decode(empty.span(), message));
  EXPECT_FALSE(message.value.is_null());
}

TEST(FunctionCallResponse, HasADefiniteEnd) {
  expect_decodes_exactly<function_call_response>(from_hex("00000003616263"));
  expect_decodes_exactly<function_call_response>(from_hex("ffffffff"));
}

TEST(FunctionCallResponse, RefusesALengthBelowMinusOne) {
  EXPECT_FALSE(decodes<function_call_response>(from_hex("fffffffe")));
}

}  // namespace
}  // namespace pgpipe::protocol
