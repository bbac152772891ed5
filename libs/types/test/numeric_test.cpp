#include <chrono>
#include <cmath>
#include <limits>

#include <pgpipe/types/types.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

numeric parsed(std::string_view text) { return value_or_throw(numeric::parse(text)); }

// Text, and the bytes that a server makes of it.
constexpr std::pair<std::string_view, std::string_view> wire_vectors[] = {
    {"0", "0000000000000000"},
    {"0.00", "0000000000000002"},
    {"1", "00010000000000000001"},
    {"-1", "00010000400000000001"},
    {"12345",
     "0002000100000000"
     "00010929"},
    {"10000", "00010001000000000001"},
    {"0.99", "0001ffff0000000226ac"},
    {"0.0001", "0001ffff000000040001"},
    {"0.00001", "0001fffe0000000503e8"},
    {"1.10",
     "0002000000000002"
     "000103e8"},
    {"-12.5000",
     "0002000040000004"
     "000c1388"},
    {"NaN", "00000000c0000000"},
};

TEST(Numeric, IsTheServersBytes) {
  for (const auto& [text, hex] : wire_vectors) {
    EXPECT_EQ(hex_of(parsed(text)), hex) << text;
    EXPECT_EQ(text_of(parsed(text)), text);
    EXPECT_EQ(from_text<numeric>(text, oid::numeric).value().to_string(), text);
    const numeric read = from_binary<numeric>(hex, oid::numeric).value();
    EXPECT_EQ(read.to_string(), text);
    EXPECT_EQ(hex_of(read), hex);
  }
}

TEST(Numeric, HasThreeSpecialValues) {
  EXPECT_TRUE(from_binary<numeric>("00000000c0000000", oid::numeric)->is_nan());
  // A server from 14 on says a scale of 32 with its infinities.
  const numeric plus = from_binary<numeric>("00000000d0000020", oid::numeric).value();
  const numeric minus = from_binary<numeric>("00000000f0000020", oid::numeric).value();
  EXPECT_TRUE(plus.is_infinite() && !plus.is_negative());
  EXPECT_TRUE(minus.is_infinite() && minus.is_negative());
  EXPECT_EQ(plus.to_string(), "Infinity");
  EXPECT_EQ(minus.to_string(), "-Infinity");
  EXPECT_EQ(hex_of(numeric::infinity()), "00000000d0000000");
  EXPECT_EQ(hex_of(numeric::minus_infinity()), "00000000f0000000");
  EXPECT_EQ(parsed("Infinity"), plus);
  EXPECT_EQ(parsed("-Infinity"), minus);
}

TEST(Numeric, ReadsWhatPeopleWrite) {
  const std::pair<std::string_view, std::string_view> cases[] = {{"+1", "1"},
                                                                 {"001.50", "1.50"},
                                                                 {".5", "0.5"},
                                                                 {"5.", "5"},
                                                                 {"1e3", "1000"},
                                                                 {"1E+3", "1000"},
                                                                 {"12.5e1", "125"},
                                                                 {"12.345e1", "123.45"},
                                                                 {"1e-5", "0.00001"},
                                                                 {"-0", "0"},
                                                                 {"-0.0", "0.0"},
                                                                 {"0e10", "0"},
                                                                 {"0e-3", "0.000"},
                                                                 {"99999999.9999", "99999999.9999"},
                                                                 {"10000e-4", "1.0000"},
                                                                 {"0.00010000", "0.00010000"},
                                                                 {"100000000", "100000000"},
                                                                 {"123e-10", "0.0000000123"}};
  for (const auto& [text, shown] : cases) EXPECT_EQ(parsed(text).to_string(), shown) << text;
  for (const char* text : {"", "-", ".", "e5", "1e", "1e+", "1e+-2", "1x", " 1", "1 ", "--1", "1.2.3", "nan", "0x10"})
    EXPECT_FALSE(numeric::parse(text)) << text;
}

TEST(Numeric, HasTheTypesLimits) {
  const std::string greatest = parsed("1e131071").to_string();
  EXPECT_EQ(greatest.size(), 131072U);
  EXPECT_EQ(hex_of(parsed("1e131071")), "00017fff0000000003e8");
  EXPECT_EQ(from_text<numeric>(greatest, oid::numeric).value(), parsed("1e131071"));
  const std::string smallest = parsed("1e-16383").to_string();
  EXPECT_EQ(smallest.size(), 16385U);
  EXPECT_EQ(parsed(smallest), parsed("1e-16383"));
  for (const char* text : {"1e131072", "1e-16384", "1e2147483647", "1e-2147483648", "1e99999999999", "0e-16384"})
    EXPECT_FALSE(numeric::parse(text)) << text;
  EXPECT_EQ(parsed("0e2000000000").to_string(), "0");
}

TEST(Numeric, WritesAFarWeightInLinearTime) {
  const auto begin = std::chrono::steady_clock::now();
  const numeric value = from_binary<numeric>(
                            "00022b7e00000001"
                            "00061b58",
                            oid::numeric)
                            .value();
  const std::string text = value.to_string();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
  EXPECT_EQ(text.size(), 1U + 4U * 11134U + 2U);
  EXPECT_TRUE(text.starts_with("6700000"));
  EXPECT_TRUE(text.ends_with("000.0"));
}

TEST(Numeric, RefusesMalformedBytes) {
  const char* const malformed[] = {
      "",
      "00",
      "00000000000000",            // cut off
      "000000000000000000",        // something left over
      "0001000000000000",          // a group is missing
      "00010000000000000001ff",    // half a group more
      "ffff000000000000",          // 65535 groups that are not there
      "00010000000000002710",      // a group of 10000
      "0001000000000000ffff",      //
      "00010000800000000001",      // no sign that there is
      "00010000000040000001",      // a scale beyond 16383
      "0001ffff000000000001",      // digits behind those that are shown
      "0002000000000001000103e9",  //
      "00018000000000000001",      // 10000^-32768
      "00010000c00000000001",      // NaN with digits
  };
  for (const char* hex : malformed) EXPECT_FALSE(from_binary<numeric>(hex, oid::numeric)) << hex;
  EXPECT_EQ(error_of(from_binary<numeric>("00", oid::numeric)),
            "the server sent a malformed value of type numeric in binary format");
}

TEST(Numeric, NormalisesGroupsOfZeros) {
  const numeric value = from_binary<numeric>(
                            "0004000200000002"
                            "0000000100640000",
                            oid::numeric)
                            .value();
  EXPECT_EQ(value.to_string(), "10100.00");
  EXPECT_EQ(hex_of(value),
            "0002000100000002"
            "00010064");
  EXPECT_EQ(from_binary<numeric>("0001000540000000"
                                 "0000",
                                 oid::numeric)
                .value()
                .to_string(),
            "0");
}

TEST(Numeric, ComparesByValueInTheServersOrder) {
  const char* const ascending[] = {"-Infinity", "-1e100", "-10000",   "-9999.9999", "-1",  "-0.5",
                                   "-0.00001",  "0",      "1e-16383", "0.00001",    "0.5", "1",
                                   "1.5",       "10000",  "1e100",    "Infinity",   "NaN"};
  for (std::size_t i = 0; i != std::size(ascending); ++i) {
    for (std::size_t j = 0; j != std::size(ascending); ++j) {
      EXPECT_EQ(parsed(ascending[i]) < parsed(ascending[j]), i < j) << ascending[i] << ' ' << ascending[j];
      EXPECT_EQ(parsed(ascending[i]) == parsed(ascending[j]), i == j) << ascending[i] << ' ' << ascending[j];
    }
  }
  EXPECT_EQ(parsed("1.0"), parsed("1.000"));
  EXPECT_EQ(parsed("0"), parsed("-0.00"));
  EXPECT_NE(parsed("1.0").scale(), parsed("1.000").scale());
}

TEST(Numeric, IsMadeOfNumbers) {
  EXPECT_EQ(numeric(0).to_string(), "0");
  EXPECT_EQ(numeric(-70000).to_string(), "-70000");
  EXPECT_EQ(numeric(10000U).to_string(), "10000");
  EXPECT_EQ(numeric(std::numeric_limits<std::int64_t>::min()).to_string(), "-9223372036854775808");
  EXPECT_EQ(numeric(std::numeric_limits<std::uint64_t>::max()).to_string(), "18446744073709551615");
  EXPECT_EQ(numeric(0.1).to_string(), "0.1");
  EXPECT_EQ(numeric(-1e23).to_string(), "-100000000000000000000000");
  EXPECT_EQ(numeric(5e-324).to_double(), 5e-324);
  EXPECT_EQ(numeric(std::numeric_limits<double>::max()).to_double(), std::numeric_limits<double>::max());
  EXPECT_TRUE(numeric(std::nan("")).is_nan());
  EXPECT_EQ(numeric(-std::numeric_limits<double>::infinity()), numeric::minus_infinity());
}

TEST(Numeric, BecomesAnInteger) {
  EXPECT_EQ(parsed("-9223372036854775808").to_int64(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parsed("9223372036854775807").to_int64(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parsed("120000.000").to_int64(), 120000);
  EXPECT_EQ(parsed("0.0").to_int64(), 0);
  EXPECT_EQ(error_of(parsed("9223372036854775808").to_int64()), "the numeric is out of int64's range");
  EXPECT_EQ(error_of(parsed("-9223372036854775809").to_int64()), "the numeric is out of int64's range");
  EXPECT_EQ(error_of(parsed("1e131071").to_int64()), "the numeric is out of int64's range");
  EXPECT_EQ(error_of(parsed("1.5").to_int64()), "the numeric has a fraction and no value as int64");
  EXPECT_EQ(error_of(parsed("0.00001").to_int64()), "the numeric has a fraction and no value as int64");
  EXPECT_EQ(error_of(numeric::not_a_number().to_int64()), "the numeric is not finite and has no value as int64");
}

TEST(Numeric, BecomesADouble) {
  EXPECT_EQ(parsed("0.1").to_double(), 0.1);
  EXPECT_EQ(parsed("-0.30000000000000004").to_double(), -(0.1 + 0.2));
  EXPECT_EQ(parsed("9007199254740993").to_double(), 9007199254740992.0);  // the nearest, and of two the even one
  EXPECT_TRUE(std::isnan(parsed("NaN").to_double().value()));
  EXPECT_EQ(parsed("-Infinity").to_double(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(error_of(parsed("1e400").to_double()), "the numeric is out of double's range");
  EXPECT_EQ(error_of(parsed("1e-400").to_double()), "the numeric is out of double's range");
}

TEST(Numeric, IsNoOtherType) {
  EXPECT_EQ(text_of(parsed("1"), oid::int4), "numeric cannot be sent for a parameter of type int4 in text format");
  EXPECT_EQ(text_of(parsed("1.50"), 16384), "1.50");
  EXPECT_EQ(error_of(from_text<numeric>("1", oid::float8)),
            "a value of type float8 in text format cannot be read as numeric");
  EXPECT_EQ(error_of(from_text<double>("1", oid::numeric)),
            "a value of type numeric in text format cannot be read as double");
}

}  // namespace
}  // namespace pgpipe::types
