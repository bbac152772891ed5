#include <cmath>
#include <limits>

#include <pgpipe/types/floating.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

TEST(Floating, IsWrittenAsItsBits) {
  EXPECT_EQ(hex_of(1.0), "3ff0000000000000");
  EXPECT_EQ(hex_of(1.0F), "3f800000");
  EXPECT_EQ(hex_of(1.5F, oid::float8), "3ff8000000000000");
  EXPECT_EQ(hex_of(1.5, oid::float4), "3fc00000");
  EXPECT_EQ(hex_of(-infinity), "fff0000000000000");
}

TEST(Floating, IsWrittenAsTheShortestTextThatReadsBack) {
  EXPECT_EQ(text_of(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(text_of(1e23), "1e+23");
  EXPECT_EQ(text_of(1e-45F), "1e-45");
  EXPECT_EQ(text_of(0.1F), "0.1");
  EXPECT_EQ(text_of(-0.0), "-0");
  EXPECT_EQ(text_of(std::numeric_limits<double>::lowest()), "-1.7976931348623157e+308");
  EXPECT_EQ(text_of(0.5, oid::numeric), "0.5");
}

TEST(Floating, SpellsWhatIsNoFiniteNumber) {
  EXPECT_EQ(text_of(infinity), "Infinity");
  EXPECT_EQ(text_of(-infinity), "-Infinity");
  EXPECT_EQ(text_of(not_a_number), "NaN");
  EXPECT_EQ(text_of(-not_a_number), "NaN");
  EXPECT_EQ(from_text<double>("Infinity", oid::float8), infinity);
  EXPECT_EQ(from_text<double>("-Infinity", oid::float8), -infinity);
  EXPECT_TRUE(std::isnan(from_text<double>("NaN", oid::float8).value()));
  EXPECT_EQ(hex_of(infinity, oid::float4), "7f800000");
  EXPECT_EQ(hex_of(std::numeric_limits<float>::quiet_NaN(), oid::float8), "7ff8000000000000");
}

TEST(Floating, IsRead) {
  EXPECT_EQ(from_text<double>("0.30000000000000004", oid::float8), 0.1 + 0.2);
  EXPECT_EQ(from_text<double>("1e+23", oid::float8), 1e23);
  EXPECT_EQ(from_text<float>("1e-45", oid::float4), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(from_text<double>("5e-324", oid::float8), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(from_binary<double>("3ff0000000000000", oid::float8), 1.0);
  EXPECT_EQ(from_binary<float>("3f800000", oid::float4), 1.0F);
}

TEST(Floating, WidensAFloat4TheSameInBothFormats) {
  EXPECT_EQ(from_text<double>("0.1", oid::float4), static_cast<double>(0.1F));
  EXPECT_EQ(from_binary<double>("3dcccccd", oid::float4), static_cast<double>(0.1F));
}

TEST(Floating, NeverLosesDigits) {
  EXPECT_EQ(hex_of(0.1, oid::float4), "the double value does not fit a parameter of type float4");
  EXPECT_EQ(text_of(0.1, oid::float4), "the double value does not fit a parameter of type float4");
  EXPECT_EQ(hex_of(1e300, oid::float4), "the double value does not fit a parameter of type float4");
  EXPECT_EQ(error_of(from_binary<float>("3ff0000000000000", oid::float8)),
            "a value of type float8 in binary format cannot be read as float");
}

TEST(Floating, IsNoOtherType) {
  EXPECT_EQ(text_of(1.0, oid::int4), "double cannot be sent for a parameter of type int4 in text format");
  EXPECT_EQ(hex_of(1.0, oid::numeric), "double cannot be sent for a parameter of type numeric in binary format");
  EXPECT_EQ(error_of(from_text<double>("1", oid::int4)),
            "a value of type int4 in text format cannot be read as double");
  EXPECT_EQ(codec<double>::format_for(oid::numeric), format::text);
  EXPECT_EQ(codec<double>::format_for(0), format::binary);
}

TEST(Floating, RefusesMalformedValues) {
  for (const char* text : {"", "-", "1x", " 1", "1e999", "0x1p3"})
    EXPECT_FALSE(from_text<double>(text, oid::float8)) << text;
  for (const char* hex : {"", "3f800000", "3ff000000000000000"}) {
    EXPECT_FALSE(from_binary<double>(hex, oid::float8)) << hex;
  }
  EXPECT_FALSE(from_binary<float>("3ff0000000000000", oid::float4));
}

}  // namespace
}  // namespace pgpipe::types
