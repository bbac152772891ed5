#include "digest.hpp"

#include <gtest/gtest.h>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

// FIPS 180-2, appendix B.1.
TEST(Digest, HashesWithSha256) {
  scram_client::digest out{};
  ASSERT_TRUE(sha256("abc", out));
  EXPECT_EQ(to_hex(as_text(out)), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// RFC 7914, section 11: the first 32 of the vector's 64 bytes.
TEST(Digest, StretchesWithPbkdf2) {
  scram_client::digest out{};
  ASSERT_TRUE(pbkdf2_sha256("passwd", "salt", 1, out));
  EXPECT_EQ(to_hex(as_text(out)), "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc");
}

// RFC 1321, appendix A.5.
TEST(Digest, HashesWithMd5) { EXPECT_EQ(md5_hex("message digest"), "f96b697d7cb7938d525a2f31aaf161d0"); }

TEST(Digest, ComparesWholeTexts) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
  EXPECT_TRUE(equal_in_constant_time("", ""));
}

TEST(Digest, WipesEveryByte) {
  std::string secret = "secret";
  wipe(secret.data(), secret.size());
  EXPECT_EQ(secret, std::string(6, '\0'));
}

}  // namespace
}  // namespace pgpipe::protocol
