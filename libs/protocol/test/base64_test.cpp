#include "base64.hpp"

#include <gtest/gtest.h>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

// RFC 4648, section 10.
TEST(Base64, EncodesTheStandardsVectors) {
  EXPECT_EQ(encode_base64(""), "");
  EXPECT_EQ(encode_base64("f"), "Zg==");
  EXPECT_EQ(encode_base64("fo"), "Zm8=");
  EXPECT_EQ(encode_base64("foo"), "Zm9v");
  EXPECT_EQ(encode_base64("foob"), "Zm9vYg==");
  EXPECT_EQ(encode_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(encode_base64("\xfb\xff\xfe"), "+//+");
}

TEST(Base64, DecodesWhatItEncodes) {
  std::string data;
  for (int i = 0; i != 260; ++i) {
    EXPECT_EQ(decode_base64(encode_base64(data)), data) << i << " bytes";
    data += static_cast<char>(i * 7);
  }
}

TEST(Base64, RefusesWhatIsNoEncoding) {
  for (const char* text :
       {"Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zm9v\n", "Zm 9v", "Zm9-", "=Zg=", "Zg==Zg==", "!!!!"}) {
    EXPECT_EQ(decode_base64(text), std::nullopt) << text;
  }
}

TEST(Base64, RefusesBitsBehindTheLastByte) {
  EXPECT_EQ(decode_base64("Zh=="), std::nullopt);
  EXPECT_EQ(decode_base64("Zm9="), std::nullopt);
}

}  // namespace
}  // namespace pgpipe::protocol
