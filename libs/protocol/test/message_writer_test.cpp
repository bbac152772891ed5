#include <pgpipe/protocol/message_writer.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

class MessageWriterTest : public testing::Test {
 protected:
  std::string sent() {
    std::string all;
    while (out_.pending_bytes() != 0) {
      all += as_text(out_.pending());
      out_.commit(out_.pending().size());
    }
    return all;
  }

  chunk_pool pool_;
  output_buffer out_{pool_};
};

TEST_F(MessageWriterTest, WritesFieldsAndLength) {
  message_writer message(out_, frontend::query);
  message.byte1('b');
  message.int2(-2);
  message.uint2(65535);
  message.int4(-1);
  message.uint4(0x80000000);
  message.string("str");
  message.text("raw");
  EXPECT_TRUE(message.finish());
  EXPECT_EQ(to_hex(sent()), packed("51 00000018 62 fffe ffff ffffffff 80000000 73747200 726177"));
}

TEST_F(MessageWriterTest, CountsFromTheLengthWithoutAType) {
  message_writer message(out_, message_writer::untyped{});
  message.uint4(7);
  EXPECT_TRUE(message.finish());
  EXPECT_EQ(to_hex(sent()), "0000000800000007");
}

TEST_F(MessageWriterTest, SendsNothingUnfinished) {
  {
    message_writer abandoned(out_, frontend::query);
    abandoned.string("select 1");
  }
  EXPECT_EQ(out_.pending_bytes(), 0U);
  message_writer message(out_, frontend::sync);
  EXPECT_TRUE(message.finish());
  EXPECT_EQ(to_hex(sent()), "5300000004");
}

TEST_F(MessageWriterTest, RefusesAZeroByteInAString) {
  message_writer message(out_, frontend::query);
  message.string(bytes("select 1\0; drop table t"));
  EXPECT_FALSE(message.finish());
  EXPECT_EQ(out_.pending_bytes(), 0U);
}

TEST_F(MessageWriterTest, TakesAStringWithoutMemory) {
  message_writer message(out_, frontend::query);
  message.string(std::string_view());
  message.bytes(nullptr, 0);
  EXPECT_TRUE(message.finish());
  EXPECT_EQ(to_hex(sent()), "510000000500");
}

TEST_F(MessageWriterTest, RefusesWhatTheLengthCannotSay) {
  const char byte = 'x';  // never read beyond: the claim alone is refused
  for (const std::size_t claimed :
       {std::size_t{0x7fffffff}, std::size_t{0x80000000}, (std::size_t{1} << 32U) + 4, SIZE_MAX}) {
    message_writer message(out_, frontend::copy_data);
    message.bytes(&byte, claimed);
    EXPECT_FALSE(message.finish()) << claimed;
    EXPECT_EQ(out_.pending_bytes(), 0U);
  }
}

TEST_F(MessageWriterTest, OutgrowsItsSegment) {
  const std::string piece(1000, 'p');
  std::string expected;
  message_writer message(out_, frontend::copy_data);
  for (int i = 0; i != 500; ++i) {
    message.text(piece);
    expected += piece;
  }
  EXPECT_TRUE(message.finish());
  EXPECT_TRUE(sent() == "d" + big_endian(4 + expected.size(), 4) + expected);
}

TEST_F(MessageWriterTest, LetsACallerFillAndPatch) {
  message_writer message(out_, frontend::copy_data);
  const std::size_t at = message.position();
  message.int4(0);
  std::memcpy(message.room(100), "abc", 3);
  message.advance(3);
  message.patch_int4(at, 3);
  EXPECT_TRUE(message.finish());
  EXPECT_EQ(to_hex(sent()), "640000000b00000003616263");
}

TEST_F(MessageWriterTest, DoesAsItIsTold) {
  message_writer message(out_, frontend::copy_data);
  message.refuse();
  EXPECT_FALSE(message.finish());
}

}  // namespace
}  // namespace pgpipe::protocol
