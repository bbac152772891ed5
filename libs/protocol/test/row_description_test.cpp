#include <pgpipe/protocol/row_description.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

std::string column(const std::string& name, std::uint32_t type, int encoding = 0) {
  return name + '\0' + big_endian(16384, 4) + big_endian(2, 2) + big_endian(type, 4) + big_endian(0xffff, 2) +
         big_endian(0xffffffff, 4) + big_endian(static_cast<std::uint64_t>(encoding), 2);
}

row_shape decoded(const std::string& body) {
  const exact_bytes held(body);
  row_shape out;
  EXPECT_TRUE(decode(held.span(), out));
  return out;
}

TEST(RowDescription, KeepsEveryFieldOfEveryColumn) {
  const row_shape shape = decoded(big_endian(2, 2) + column("id", 23) + column("name", 25, 1));
  ASSERT_EQ(shape.size(), 2U);
  EXPECT_EQ(shape[0], (field_description{"id", 16384, 2, 23, -1, -1, format::text}));
  EXPECT_EQ(shape[1], (field_description{"name", 16384, 2, 25, -1, -1, format::binary}));
  EXPECT_EQ(shape.type(1), 25U);
  EXPECT_EQ(shape.encoding(1), format::binary);
}

TEST(RowDescription, HasADefiniteEnd) {
  expect_decodes_exactly<row_shape>(big_endian(2, 2) + column("a", 23) + column("", 25));
  expect_decodes_exactly<row_shape>(big_endian(0, 2));
}

TEST(RowDescription, ReadsOidsWithTheTopBit) {
  EXPECT_EQ(decoded(big_endian(1, 2) + column("x", 0xffffffff)).type(0), 4294967295U);
}

TEST(RowDescription, TakesAsManyColumnsAsTheServerCanHave) {
  std::string body = big_endian(1664, 2);
  for (int i = 0; i != 1664; ++i) body += column("c" + std::to_string(i), 23);
  const row_shape shape = decoded(body);
  EXPECT_EQ(shape.size(), 1664U);
  EXPECT_EQ(shape.name(1663), "c1663");
}

TEST(RowDescription, RefusesAFormatThatDoesNotExist) {
  EXPECT_FALSE(decodes<row_shape>(big_endian(1, 2) + column("x", 23, 2)));
  EXPECT_FALSE(decodes<row_shape>(big_endian(1, 2) + column("x", 23, 0xffff)));
}

TEST(RowShape, FindsTheFirstColumnOfAName) {
  const row_shape shape = decoded(big_endian(3, 2) + column("a", 20) + column("b", 21) + column("b", 23));
  EXPECT_EQ(shape.find("b"), 1U);
  EXPECT_EQ(shape.find("ab"), std::nullopt);
  EXPECT_EQ(shape.find(""), std::nullopt);
}

TEST(RowShape, ComparesByAllOfItsColumns) {
  const std::string body = big_endian(2, 2) + column("a", 20) + column("bc", 21);
  EXPECT_EQ(decoded(body), decoded(body));
  EXPECT_NE(decoded(body), decoded(big_endian(2, 2) + column("ab", 20) + column("c", 21)));
  EXPECT_NE(decoded(body), decoded(big_endian(2, 2) + column("a", 20) + column("bc", 23)));
  EXPECT_NE(decoded(body), decoded(big_endian(1, 2) + column("a", 20)));
}

TEST(RowShape, TakesTheFormatThatBindChooses) {
  row_shape shape = decoded(big_endian(2, 2) + column("a", 20) + column("b", 21));
  shape.set_encoding(format::binary);
  EXPECT_EQ(shape.encoding(0), format::binary);
  EXPECT_EQ(shape.encoding(1), format::binary);
}

TEST(RowShape, OutlivesTheMessageAndIsReused) {
  row_shape shape = decoded(big_endian(1, 2) + column("before", 20));
  const exact_bytes held(big_endian(1, 2) + column("after", 21));
  ASSERT_TRUE(decode(held.span(), shape));
  ASSERT_EQ(shape.size(), 1U);
  EXPECT_EQ(shape.name(0), "after");
  shape.clear();
  EXPECT_TRUE(shape.empty());
}

}  // namespace
}  // namespace pgpipe::protocol
