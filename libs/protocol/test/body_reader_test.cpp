#include <pgpipe/protocol/body_reader.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(BodyReader, ReadsFieldsInOrder) {
  const exact_bytes held(from_hex("01fffeffff80000000ffffffff") + bytes("ab\0xyz"));
  body_reader reader(held.span());
  EXPECT_EQ(reader.byte1(), 1);
  EXPECT_EQ(reader.int2(), -2);
  EXPECT_EQ(reader.uint2(), 65535);
  EXPECT_EQ(reader.int4(), INT32_MIN);
  EXPECT_EQ(reader.uint4(), UINT32_MAX);
  EXPECT_EQ(reader.string(), "ab");
  EXPECT_EQ(as_text(reader.bytes(2)), "xy");
  EXPECT_FALSE(reader.complete());
  EXPECT_EQ(as_text(reader.rest()), "z");
  EXPECT_TRUE(reader.complete());
}

TEST(BodyReader, FailsForGoodPastTheEnd) {
  const exact_bytes held("abc");
  body_reader reader(held.span());
  EXPECT_EQ(reader.int4(), 0);
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.byte1(), 0);
  EXPECT_TRUE(reader.bytes(0).empty());
  EXPECT_FALSE(reader.complete());
}

TEST(BodyReader, WantsAStringsZeroByte) {
  const exact_bytes held("abc");
  body_reader reader(held.span());
  EXPECT_EQ(reader.string(), "");
  EXPECT_TRUE(reader.failed());
}

TEST(BodyReader, ReadsNothingFromAnEmptyBody) {
  body_reader reader({});
  EXPECT_TRUE(reader.complete());
  EXPECT_EQ(reader.string(), "");
  EXPECT_TRUE(reader.failed());
}

TEST(BodyReader, RefusesMoreBytesThanRemain) {
  const exact_bytes held("abc");
  body_reader reader(held.span());
  EXPECT_TRUE(reader.bytes(SIZE_MAX).empty());
  EXPECT_TRUE(reader.failed());
}

}  // namespace
}  // namespace pgpipe::protocol
