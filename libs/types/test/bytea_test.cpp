#include <pgpipe/types/bytea.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

std::vector<std::byte> bytes(std::string_view hex) {
  const exact_value held(from_hex(hex));
  const auto view = held.view().bytes();
  return {view.begin(), view.end()};
}

TEST(Bytea, IsWritten) {
  EXPECT_EQ(codec<std::vector<std::byte>>::type, oid::bytea);
  EXPECT_EQ(codec<std::vector<std::byte>>::format_for(0), format::binary);
  EXPECT_EQ(hex_of(bytes("00ff5c27")), "00ff5c27");
  EXPECT_EQ(text_of(bytes("00ff5c27")), "\\x00ff5c27");
  EXPECT_EQ(text_of(bytes("")), "\\x");
  EXPECT_EQ(hex_of(bytes("")), "");
  const std::vector<std::byte> held = bytes("01");
  EXPECT_EQ(hex_of(std::span<const std::byte>(held)), "01");
  EXPECT_EQ(text_of(std::span<const std::byte>(held), 16384), "\\x01");
  EXPECT_FALSE(is_null(std::span<const std::byte>()));
}

TEST(Bytea, IsNoText) {
  EXPECT_EQ(text_of(bytes("00"), oid::text),
            "std::vector<std::byte> cannot be sent for a parameter of type text in text format");
  EXPECT_EQ(error_of(from_text<std::vector<std::byte>>("\\x00", oid::text)),
            "a value of type text in text format cannot be read as std::vector<std::byte>");
}

TEST(Bytea, IsReadFromBinary) {
  EXPECT_EQ(from_binary<std::vector<std::byte>>("deadbeef", oid::bytea), bytes("deadbeef"));
  EXPECT_EQ(from_binary<std::vector<std::byte>>("", oid::bytea), bytes(""));
}

TEST(Bytea, IsReadFromHex) {
  EXPECT_EQ(from_text<std::vector<std::byte>>("\\xdeadBEEF", oid::bytea), bytes("deadbeef"));
  EXPECT_EQ(from_text<std::vector<std::byte>>("\\x", oid::bytea), bytes(""));
  for (const char* text : {"\\xd", "\\xdg", "\\x d", "\\xde ad"}) {
    EXPECT_FALSE(from_text<std::vector<std::byte>>(text, oid::bytea)) << text;
  }
}

TEST(Bytea, IsReadFromEscapeFormat) {
  EXPECT_EQ(from_text<std::vector<std::byte>>("\\000a\\\\", oid::bytea), bytes("00615c"));
  EXPECT_EQ(from_text<std::vector<std::byte>>("\\377", oid::bytea), bytes("ff"));
  EXPECT_EQ(from_text<std::vector<std::byte>>("x", oid::bytea), bytes("78"));
  EXPECT_EQ(from_text<std::vector<std::byte>>("", oid::bytea), bytes(""));
  for (const char* text : {"\\", "\\0", "\\00", "\\400", "\\08x", "a\\"}) {
    EXPECT_FALSE(from_text<std::vector<std::byte>>(text, oid::bytea)) << text;
  }
}

TEST(Bytea, ASpanViewsTheRowInBinaryOnly) {
  const exact_value held(from_hex("deadbeef"));
  const auto view = decode<std::span<const std::byte>>(held.view(), oid::bytea, format::binary);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->data(), held.view().data);
  EXPECT_EQ(error_of(from_text<std::span<const std::byte>>("\\x00", oid::bytea)),
            "a value of type bytea in text format cannot be read as std::span<const std::byte>");
}

}  // namespace
}  // namespace pgpipe::types
