#include <random>

#include "round_trip.hpp"

namespace pgpipe::test {
namespace {

using types::numeric;

TEST_F(RoundTrip, Booleans) { check_all<bool>("bool", {"t", "f"}); }

TEST_F(RoundTrip, Integers) {
  check_all<std::int16_t>("int2", {"0", "-1", "-32768", "32767"});
  check_all<std::int32_t>("int4", {"0", "-1", "-2147483648", "2147483647"});
  check_all<std::int64_t>("int8", {"0", "-1", "-9223372036854775808", "9223372036854775807"});
  check_all<std::uint32_t>("oid", {"0", "4294967295"});
}

TEST_F(RoundTrip, FloatingPoint) {
  // NaN differs from itself; it is seen as the server's text.
  check_all<double>("float8", {"0", "-0", "0.1", "1e23", "1.7976931348623157e308", "-1.7976931348623157e308",
                               "2.2250738585072014e-308", "5e-324", "0.30000000000000004", "Infinity", "-Infinity"});
  check_all<float>("float4",
                   {"0", "-0", "0.1", "3.4028235e38", "1.1754944e-38", "1e-45", "16777217", "Infinity", "-Infinity"});
  EXPECT_EQ(sent_back("float8", std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(sent_back("float4", std::numeric_limits<float>::quiet_NaN()), "NaN");
  EXPECT_TRUE(std::isnan(fetch_binary("'NaN'::float8")[0].get<double>(0)));
}

TEST_F(RoundTrip, NumericsAtTheirEdges) {
  check_all<numeric>("numeric", {"0",
                                 "0.00",
                                 "-0.0",
                                 "1",
                                 "-1",
                                 "0.99",
                                 "0.0001",
                                 "0.00001",
                                 "0.000100000",
                                 "1.10",
                                 "9999",
                                 "10000",
                                 "10001",
                                 "99999999",
                                 "100000000",
                                 "100000000.00000000",
                                 "-12345678.87654321",
                                 "1e131071",
                                 "-1e131071",
                                 "1e-16383",
                                 "1e-16382",
                                 "123456789e-9",
                                 "9e9999",
                                 "NaN"});
  check<numeric>("numeric", "repeat('9', 131072) || '.' || repeat('9', 16383)");
  check<numeric>("numeric", "'0.' || repeat('0', 16379) || '1234'");
  check_all<numeric>("numeric(10,2)", {"0", "1.5", "-99999999.99"});
  if (connection_.parameter_status("server_version") >= "14") {
    check_all<numeric>("numeric", {"Infinity", "-Infinity"});
  }
}

TEST_F(RoundTrip, NumericsAtRandom) {
  std::mt19937 random(20261130);
  for (int i = 0; i != 400; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    const auto digits = static_cast<int>(1 + random() % 30);
    const auto point = static_cast<int>(random() % 31);
    for (int k = 0; k != digits; ++k) {
      if (k == point) text += k == 0 ? "0." : ".";
      // Runs of zeros and nines are where groups begin and end.
      constexpr std::string_view often = "0000099991234567";
      text += often[random() % often.size()];
    }
    text += "e" + std::to_string(static_cast<int>(random() % 41) - 20);
    check<numeric>("numeric", "'" + text + "'");
  }
}

TEST_F(RoundTrip, NumericsKeepTheServersOrder) {
  const char* const texts[] = {"NaN", "-1e30", "0", "0.000", "1.5", "-1.5", "1e-20", "-1e-20", "10000", "9999.99999"};
  for (const char* a : texts) {
    for (const char* b : texts) {
      const auto server =
          value_or_throw(connection_.query("select sign(case when $1::numeric < $2::numeric then -1 "
                                           "when $1::numeric > $2::numeric then 1 else 0 end)::int",
                                           a, b))[0]
              .get<int>(0);
      const auto ours = value_or_throw(numeric::parse(a)) <=> value_or_throw(numeric::parse(b));
      EXPECT_EQ(ours < 0 ? -1 : (ours > 0 ? 1 : 0), server) << a << ' ' << b;
    }
  }
}

TEST_F(RoundTrip, NumbersDoNotConvertInSilence) {
  const auto row =
      value_or_throw(connection_.query("select 70000 as big, 1.5::numeric as price, null::int as missing"));
  EXPECT_EQ(row[0].decode<std::int16_t>(0).error().text(), "column \"big\": the value of type int4 does not fit int16");
  EXPECT_EQ(row[0].decode<double>("price").error().text(),
            "column \"price\": a value of type numeric in text format cannot be read as double");
  EXPECT_EQ(row[0].decode<int>("missing").error().text(),
            "column \"missing\": NULL cannot be read as int32; std::optional has a place for it");
}

}  // namespace
}  // namespace pgpipe::test
