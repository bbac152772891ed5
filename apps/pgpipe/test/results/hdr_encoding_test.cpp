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
  hdr_log made({}, {"a, b", "a__b"}, "test");
  std::vector<bench::histogram> latencies(2);
  latencies[1].add(std::chrono::nanoseconds(1000));
  made.add(std::chrono::seconds(3), std::chrono::seconds(2), latencies);
  const std::string log = std::move(made).text();
  EXPECT_THAT(log, StartsWith("#[test]\n#[Histogram log format version 1.3]\n#[StartTime: 0.000 "));
  EXPECT_THAT(log, HasSubstr("\nTag=a__b,3.000,2.000,0.000,HISTFAAA"));
  EXPECT_THAT(log, HasSubstr("\nTag=a__b_2,3.000,2.000,0.001,HISTFAAA"));
  EXPECT_THAT(log, HasSubstr("\n3.000,2.000,0.001,HISTFAAA"));
}

}  // namespace
}  // namespace pgpipe::app
