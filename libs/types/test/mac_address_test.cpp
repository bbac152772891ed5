#include <pgpipe/types/mac_address.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

TEST(MacAddress, HasSixBytesOrEight) {
  const macaddr six = macaddr::parse("08:00:2b:01:02:03").value();
  EXPECT_EQ(hex_of(six), "08002b010203");
  EXPECT_EQ(text_of(six), "08:00:2b:01:02:03");
  EXPECT_EQ(from_binary<macaddr>("08002b010203", oid::macaddr), six);
  const macaddr8 eight = macaddr8::parse("08:00:2b:FF:fe:01:02:03").value();
  EXPECT_EQ(hex_of(eight), "08002bfffe010203");
  EXPECT_EQ(eight.to_string(), "08:00:2b:ff:fe:01:02:03");
  EXPECT_EQ(from_binary<macaddr8>("08002bfffe010203", oid::macaddr8), eight);
}

TEST(MacAddress, RefusesMalformedValues) {
  for (const char* bad : {"", "08:00:2b:01:02", "08:00:2b:01:02:03:04", "08-00-2b-01-02-03", "08:00:2b:01:02:0g"})
    EXPECT_FALSE(from_text<macaddr>(bad, oid::macaddr)) << bad;
  EXPECT_FALSE(from_binary<macaddr>("08002b0102", oid::macaddr));
  EXPECT_FALSE(from_binary<macaddr>("08002b01020304", oid::macaddr));
}

TEST(MacAddress, IsNotOfTheOtherSize) {
  EXPECT_EQ(error_of(from_text<macaddr>("08:00:2b:ff:fe:01:02:03", oid::macaddr8)),
            "a value of type macaddr8 in text format cannot be read as macaddr");
}

}  // namespace
}  // namespace pgpipe::types
