#include <pgpipe/types/inet.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

// Text, and the bytes that a server makes of it.
constexpr std::pair<std::string_view, std::string_view> wire_vectors[] = {
    {"192.168.0.1", "02200004c0a80001"},
    {"192.168.0.1/24", "02180004c0a80001"},
    {"0.0.0.0/0", "0200000400000000"},
    {"::1", "0380001000000000000000000000000000000001"},
    {"2001:db8::1/64", "0340001020010db8000000000000000000000001"},
    {"::", "0380001000000000000000000000000000000000"},
    {"::ffff:1.2.3.4", "0380001000000000000000000000ffff01020304"},
};

TEST(Inet, IsTheServersBytes) {
  for (const auto& [text, hex] : wire_vectors) {
    EXPECT_EQ(hex_of(inet::parse(text).value()), hex) << text;
    EXPECT_EQ(text_of(inet::parse(text).value()), text);
    EXPECT_EQ(from_binary<inet>(hex, oid::inet).value().to_string(), text);
  }
  EXPECT_EQ(hex_of(cidr::parse("10.0.0.0/8").value()), "020801040a000000");
  EXPECT_EQ(from_binary<cidr>("020801040a000000", oid::cidr).value().to_string(), "10.0.0.0/8");
  EXPECT_EQ(text_of(cidr::parse("10.1.2.3/32").value()), "10.1.2.3/32");
}

TEST(Inet, ReadsEveryFormOfIPv6) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"},
      {"1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"},
      {"::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"},
      {"1:0:0:2:0:0:0:3", "1:0:0:2::3"},
      {"1:0:0:2:0:0:3:4", "1::2:0:0:3:4"},
      {"fe80:0:0:0:0:0:0:0", "fe80::"},
      {"ABCD::EF01", "abcd::ef01"},
      {"64:ff9b::192.0.2.33", "64:ff9b::c000:221"},
      {"::1:2", "::0.1.0.2"},
      {"0:0:0:0:0:0:0:1", "::1"},
  };
  for (const auto& [text, shown] : cases) EXPECT_EQ(inet::parse(text).value().to_string(), shown) << text;
}

TEST(Inet, RefusesMalformedText) {
  for (const char* bad : {"",
                          "1.2.3",
                          "1.2.3.4.5",
                          "1.2.3.256",
                          "1.2.3.04",
                          "1.2.3.4/33",
                          "1.2.3.4/",
                          "1.2.3.4/x",
                          "1.2.3.4/-1",
                          " 1.2.3.4",
                          ":",
                          ":::",
                          "1::2::3",
                          "1:2:3:4:5:6:7",
                          "1:2:3:4:5:6:7:8:9",
                          "1:2:3:4:5:6:7:8::",
                          "12345::",
                          "g::",
                          "::1/129",
                          ":1",
                          "1:",
                          "::1.2.3",
                          "::1.2.3.4:5",
                          "1:2:3:4:5:6:7:1.2.3.4"}) {
    EXPECT_FALSE(inet::parse(bad)) << bad;
  }
  EXPECT_FALSE(cidr::parse("10.0.0.1/8"));
  EXPECT_FALSE(cidr::parse("10.0.0.0"));
}

TEST(Inet, RefusesMalformedBytes) {
  for (const char* bad :
       {"", "02", "02200004", "02200004c0a800", "02200004c0a8000101", "01200004c0a80001", "02210004c0a80001",
        "02200010c0a80001", "02200104c0a80001", "0220ff04c0a80001", "0381001000000000000000000000000000000001"}) {
    EXPECT_FALSE(from_binary<inet>(bad, oid::inet)) << bad;
  }
  EXPECT_FALSE(from_binary<cidr>("020801040a000001", oid::cidr));
}

TEST(Inet, IsWithinItsRange) {
  inet value;
  value.prefix = 33;
  EXPECT_EQ(hex_of(value), "the inet value does not fit a parameter of type inet");
  cidr network;
  network.prefix = 8;
  network.address[2] = std::byte{1};
  EXPECT_EQ(hex_of(network), "the cidr value does not fit a parameter of type cidr");
  EXPECT_FALSE(from_text<inet>("10.0.0.0/8", oid::cidr));
}

}  // namespace
}  // namespace pgpipe::types
