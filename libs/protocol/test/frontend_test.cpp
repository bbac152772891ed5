#include <array>
#include <vector>

#include <pgpipe/protocol/frontend.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

// The expected bytes follow the manual's "Message Formats", written out by hand.
class FrontendTest : public testing::Test {
 protected:
  std::string sent() {
    std::string all;
    while (out_.pending_bytes() != 0) {
      all += as_text(out_.pending());
      out_.commit(out_.pending().size());
    }
    return all;
  }
  std::string sent_hex() { return to_hex(sent()); }

  chunk_pool pool_;
  output_buffer out_{pool_};
};

wire_value text_value(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size(), format::text};
}
wire_value binary_value(std::string_view data) {
  return {reinterpret_cast<const std::byte*>(data.data()), data.size(), format::binary};
}

TEST_F(FrontendTest, StartupMessage) {
  const std::array<std::pair<std::string_view, std::string_view>, 2> parameters = {
      {{"user", "joe"}, {"database", "d"}}};
  ASSERT_TRUE(startup_message(out_, protocol_3_0, parameters));
  EXPECT_EQ(sent(), bytes("\0\0\0\x1d\0\3\0\0user\0joe\0database\0d\0\0"));
}

TEST_F(FrontendTest, StartupMessageRefusesSmuggledParameters) {
  const std::string smuggled = bytes("x\0user\0admin");
  const std::array<std::pair<std::string_view, std::string_view>, 1> parameters = {{{"application_name", smuggled}}};
  EXPECT_FALSE(startup_message(out_, protocol_3_0, parameters));
  EXPECT_EQ(out_.pending_bytes(), 0U);
}

TEST_F(FrontendTest, RequestsWithoutAType) {
  ASSERT_TRUE(ssl_request(out_));
  EXPECT_EQ(sent_hex(), "0000000804d2162f");
  const exact_bytes key(from_hex("deadbeef"));
  ASSERT_TRUE(cancel_request(out_, 7, key.span()));
  EXPECT_EQ(sent_hex(), "0000001004d2162e00000007deadbeef");
  const exact_bytes long_key(std::string(256, 'k'));
  ASSERT_TRUE(cancel_request(out_, 7, long_key.span()));
  EXPECT_EQ(sent(), from_hex("0000010c04d2162e00000007") + std::string(256, 'k'));
}

TEST_F(FrontendTest, Passwords) {
  ASSERT_TRUE(password_message(out_, "pw"));
  EXPECT_EQ(sent(), bytes("p\0\0\0\7pw\0"));
  ASSERT_TRUE(sasl_initial_response(out_, "SCRAM-SHA-256", "n,,"));
  EXPECT_EQ(sent(), bytes("p\0\0\0\x19SCRAM-SHA-256\0\0\0\0\3n,,"));
  ASSERT_TRUE(sasl_response(out_, "c=biws"));
  EXPECT_EQ(sent(), bytes("p\0\0\0\nc=biws"));
  EXPECT_FALSE(password_message(out_, bytes("p\0w")));
  EXPECT_EQ(out_.pending_bytes(), 0U);
}

TEST_F(FrontendTest, Query) {
  ASSERT_TRUE(query(out_, "select 1"));
  EXPECT_EQ(sent(), bytes("Q\0\0\0\rselect 1\0"));
  EXPECT_FALSE(query(out_, bytes("select 1\0")));
}

TEST_F(FrontendTest, Parse) {
  ASSERT_TRUE(parse(out_, "s", "select $1"));
  EXPECT_EQ(sent(), bytes("P\0\0\0\x12s\0select $1\0\0\0"));
  const std::array<std::uint32_t, 2> types = {23, 0xffffffff};
  ASSERT_TRUE(parse(out_, "", "x", types));
  EXPECT_EQ(sent(), bytes("P\0\0\0\x11\0x\0\0\2\0\0\0\x17\xff\xff\xff\xff"));
}

TEST_F(FrontendTest, CountsParametersUnsigned) {
  const std::vector<std::uint32_t> most(65535, 23);
  ASSERT_TRUE(parse(out_, "", "", most));
  EXPECT_EQ(to_hex(sent().substr(7, 2)), "ffff");
  const std::vector<std::uint32_t> too_many(65536, 23);
  EXPECT_FALSE(parse(out_, "", "", too_many));

  const std::vector<wire_value> values(65535);
  ASSERT_TRUE(protocol::bind(out_, "", "", values));
  EXPECT_EQ(to_hex(sent().substr(9, 2)), "ffff");
  const std::vector<wire_value> too_many_values(65536);
  EXPECT_FALSE(protocol::bind(out_, "", "", too_many_values));
  EXPECT_FALSE(function_call(out_, 1, too_many_values, format::text));
  const std::vector<format> too_many_formats(65536);
  EXPECT_FALSE(bind_writer(out_, "", "", too_many_formats).finish());
  EXPECT_FALSE(bind_writer(out_, "", "", 0).finish(too_many_formats));
  EXPECT_EQ(out_.pending_bytes(), 0U);
}

TEST_F(FrontendTest, BindOfTextValues) {
  const std::array values = {text_value("ab"), wire_value{}, text_value("")};
  ASSERT_TRUE(protocol::bind(out_, "p", "s", values));
  EXPECT_EQ(sent_hex(), packed("42 0000001e 7000 7300 0000 0003 000000026162 ffffffff 00000000 0001 0000"));
}

TEST_F(FrontendTest, BindOfMixedFormats) {
  const std::array values = {text_value("a"), binary_value("b")};
  ASSERT_TRUE(protocol::bind(out_, "", "", values, format::binary));
  EXPECT_EQ(sent_hex(), packed("42 0000001c 00 00 0002 0000 0001 0002 0000000161 0000000162 0001 0001"));
}

TEST_F(FrontendTest, BindFieldByField) {
  bind_writer writer(out_, "", "s", 3, format::binary);
  writer.value("ab");
  writer.null();
  writer.value_by([](message_writer& message) { message.int4(7); });
  ASSERT_TRUE(writer.finish(format::binary));
  EXPECT_EQ(sent_hex(), packed("42 00000023 00 7300 0001 0001 0003 000000026162 ffffffff 0000000400000007 0001 0001"));
}

TEST_F(FrontendTest, BindFieldByFieldOfTextValues) {
  bind_writer writer(out_, "", "", 1);
  writer.value("a");
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(sent_hex(), packed("42 00000013 00 00 0000 0001 0000000161 0001 0000"));
}

TEST_F(FrontendTest, BindFieldByFieldOfMixedFormats) {
  const std::array formats = {format::text, format::binary};
  bind_writer writer(out_, "", "", formats);
  writer.null();
  writer.null();
  ASSERT_TRUE(writer.finish(formats));
  EXPECT_EQ(sent_hex(), packed("42 0000001c 00 00 0002 0000 0001 0002 ffffffff ffffffff 0002 0000 0001"));
}

TEST_F(FrontendTest, BindRefusesWhatNoMessageCanSay) {
  const std::byte byte{};
  const std::array<wire_value, 2> values = {
      {{&byte, 0x60000000, format::text}, {&byte, 0x60000000, format::text}}};  // more than 2 GB together
  EXPECT_FALSE(protocol::bind(out_, "", "", values));
  EXPECT_FALSE(function_call(out_, 1, values, format::text));
  EXPECT_FALSE(protocol::bind(out_, bytes("p\0"), "", {}));
  EXPECT_FALSE(protocol::bind(out_, "", bytes("s\0"), {}));
  EXPECT_EQ(out_.pending_bytes(), 0U);
}

TEST_F(FrontendTest, DescribeExecuteClose) {
  ASSERT_TRUE(describe(out_, object_kind::statement, "s"));
  EXPECT_EQ(sent(), bytes("D\0\0\0\7Ss\0"));
  ASSERT_TRUE(describe(out_, object_kind::portal, ""));
  EXPECT_EQ(sent(), bytes("D\0\0\0\6P\0"));
  ASSERT_TRUE(execute(out_));
  EXPECT_EQ(sent(), bytes("E\0\0\0\t\0\0\0\0\0"));
  ASSERT_TRUE(execute(out_, "p", 100));
  EXPECT_EQ(sent(), bytes("E\0\0\0\np\0\0\0\0d"));
  ASSERT_TRUE(close(out_, object_kind::statement, "s"));
  EXPECT_EQ(sent(), bytes("C\0\0\0\7Ss\0"));
}

TEST_F(FrontendTest, Copy) {
  const exact_bytes data(bytes("1\t\0\n"));
  ASSERT_TRUE(copy_data(out_, data.span()));
  EXPECT_EQ(sent(), bytes("d\0\0\0\0101\t\0\n"));
  ASSERT_TRUE(copy_data(out_, {}));
  EXPECT_EQ(sent_hex(), "6400000004");
  ASSERT_TRUE(copy_fail(out_, "why"));
  EXPECT_EQ(sent(), bytes("f\0\0\0\010why\0"));
  copy_done(out_);
  EXPECT_EQ(sent_hex(), "6300000004");
}

TEST_F(FrontendTest, BareMessages) {
  flush(out_);
  sync(out_);
  terminate(out_);
  EXPECT_EQ(sent_hex(), packed("4800000004 5300000004 5800000004"));
}

TEST_F(FrontendTest, FunctionCall) {
  const std::array arguments = {binary_value("x"), wire_value{}};
  ASSERT_TRUE(function_call(out_, 1000, arguments, format::binary));
  EXPECT_EQ(sent_hex(), packed("46 0000001b 000003e8 0002 0001 0000 0002 0000000178 ffffffff 0001"));
}

}  // namespace
}  // namespace pgpipe::protocol
