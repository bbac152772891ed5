#include "results/hdr_encoding.hpp"

#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/hdr_log.hpp"

namespace pgpipe::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// RFC 4648, section 10.
TEST(Base64, TestVectors) {
  const auto encode = [](std::string_view text) { return encode_base64(std::as_bytes(std::span(text))); };
  EXPECT_EQ(encode(""), "");
  EXPECT_EQ(encode("f"), "Zg==");
  EXPECT_EQ(encode("fo"), "Zm8=");
  EXPECT_EQ(encode("foo"), "Zm9v");
  EXPECT_EQ(encode("foob"), "Zm9vYg==");
  EXPECT_EQ(encode("fooba"), "Zm9vYmE=");
  EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
}

TEST(HdrEncoding, BeginsAsEveryReaderExpects) { EXPECT_THAT(encode_hdr({}), StartsWith("HISTFAAA")); }

TEST(HdrLog, TagsHoldNothingThatEndsThem) {
  const bench::histogram none;
  const std::string log =
      format_hdr_log({}, std::chrono::seconds(2), {{"a, b", &none, 0}, {"a__b", &none, 1.5}}, "test");
  EXPECT_THAT(log, StartsWith("#[test]\n#[Histogram log format version 1.3]\n#[StartTime: 0.000 "));
  EXPECT_THAT(log, HasSubstr("\nTag=a__b,0.000,2.000,0.000,HISTFAAA"));
  EXPECT_THAT(log, HasSubstr("\nTag=a__b_2,0.000,2.000,1.500,HISTFAAA"));
  EXPECT_THAT(log, HasSubstr("\n0.000,2.000,1.500,HISTFAAA"));
}

}  // namespace
}  // namespace pgpipe::app
