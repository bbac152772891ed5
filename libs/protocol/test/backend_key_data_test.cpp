#include <pgpipe/protocol/backend_key_data.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(BackendKeyData, ReadsItsFields) {
  const exact_bytes held(from_hex("00000007deadbeef"));
  backend_key_data message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(message.process_id, 7);
  EXPECT_EQ(to_hex(as_text(message.key)), "deadbeef");
}

TEST(BackendKeyData, TakesKeysOf4To256Bytes) {
  for (const std::size_t size : {4U, 5U, 32U, 256U}) {
    EXPECT_TRUE(decodes<backend_key_data>(big_endian(7, 4) + std::string(size, 'k'))) << size;
  }
  for (const std::size_t size : {0U, 3U, 257U, 260U}) {
    EXPECT_FALSE(decodes<backend_key_data>(big_endian(7, 4) + std::string(size, 'k'))) << size;
  }
  EXPECT_FALSE(decodes<backend_key_data>("abc"));
}

}  // namespace
}  // namespace pgpipe::protocol
