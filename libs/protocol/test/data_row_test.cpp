#include <vector>

#include <pgpipe/protocol/data_row.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

std::string value(std::string_view text) { return big_endian(text.size(), 4) + std::string(text); }
const std::string null = big_endian(0xffffffff, 4);

TEST(DataRow, YieldsItsValuesInOrder) {
  const exact_bytes held(big_endian(4, 2) + value("one") + null + value("") + value("4"));
  data_row_view row;
  ASSERT_TRUE(decode(held.span(), row));
  EXPECT_EQ(row.size(), 4U);
  std::vector<std::string> seen;
  for (const field_view each : row) seen.emplace_back(each.is_null() ? "NULL" : each.text());
  EXPECT_EQ(seen, (std::vector<std::string>{"one", "NULL", "", "4"}));
  EXPECT_TRUE(row[1].is_null());
  EXPECT_FALSE(row[2].is_null());
  EXPECT_EQ(row[3].text(), "4");
  EXPECT_EQ(as_text(row[0].bytes()), "one");
}

TEST(DataRow, PointsIntoTheMessage) {
  const exact_bytes held(big_endian(1, 2) + value("one"));
  data_row_view row;
  ASSERT_TRUE(decode(held.span(), row));
  EXPECT_EQ(row[0].data, held.span().data() + 6);
}

TEST(DataRow, HasADefiniteEnd) {
  expect_decodes_exactly<data_row_view>(big_endian(2, 2) + value("abc") + value("d"));
  expect_decodes_exactly<data_row_view>(big_endian(1, 2) + null);
  expect_decodes_exactly<data_row_view>(big_endian(0, 2));
}

TEST(DataRow, RefusesALengthBelowMinusOne) {
  EXPECT_FALSE(decodes<data_row_view>(from_hex("0001fffffffe616263")));
  EXPECT_FALSE(decodes<data_row_view>(from_hex("000180000000616263")));
}

TEST(DataRow, RefusesAValueThatRunsPastTheMessage) {
  EXPECT_FALSE(decodes<data_row_view>(from_hex("000100000032616263")));
  EXPECT_FALSE(decodes<data_row_view>(from_hex("00017fffffff616263")));
}

TEST(DataRow, RefusesMoreValuesThanItHolds) { EXPECT_FALSE(decodes<data_row_view>(from_hex("ffff0000000161"))); }

TEST(DataRow, TakesAsManyValuesAsTheWireCanCount) {
  std::string body = big_endian(65535, 2);
  for (int i = 0; i != 65535; ++i) body += null;
  const exact_bytes held(body);
  data_row_view row;
  ASSERT_TRUE(decode(held.span(), row));
  EXPECT_EQ(std::distance(row.begin(), row.end()), 65535);
}

}  // namespace
}  // namespace pgpipe::protocol
