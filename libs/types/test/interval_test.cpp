#include <pgpipe/types/interval.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t hour = 60 * minute;

TEST(Interval, KeepsItsPartsApart) {
  const interval mixed{1, -1, hour + 2 * minute + 3 * second + 500000};
  EXPECT_EQ(hex_of(mixed),
            "00000000ddf019e0"
            "ffffffff"
            "00000001");
  EXPECT_EQ(from_binary<interval>("00000000ddf019e0ffffffff00000001", oid::interval).value(), mixed);
  EXPECT_EQ(text_of(mixed), "+1 mons -1 days +01:02:03.500000");
  EXPECT_EQ(text_of(interval{}), "+00:00:00");
  EXPECT_EQ(text_of(interval{0, 0, std::numeric_limits<std::int64_t>::min()}), "-2562047788:00:54.775808");
  EXPECT_EQ(text_of(interval::infinity()), "infinity");
  EXPECT_EQ(hex_of(interval::minus_infinity()), "80000000000000008000000080000000");
}

struct styles {
  interval value;
  const char* postgres;
  const char* postgres_verbose;
  const char* sql_standard;
  const char* iso_8601;
};

// What a server writes.
constexpr styles server_text[] = {
    {{14, 3, 4 * hour + 5 * minute + 6 * second},
     "1 year 2 mons 3 days 04:05:06",
     "@ 1 year 2 mons 3 days 4 hours 5 mins 6 secs",
     "+1-2 +3 +4:05:06",
     "P1Y2M3DT4H5M6S"},
    {{-14, -3, -(4 * hour + 5 * minute + 6 * second)},
     "-1 years -2 mons -3 days -04:05:06",
     "@ 1 year 2 mons 3 days 4 hours 5 mins 6 secs ago",
     "-1-2 -3 -4:05:06",
     "P-1Y-2M-3DT-4H-5M-6S"},
    {{1, -1, hour + 2 * minute + 3 * second + 500000},
     "1 mon -1 days +01:02:03.5",
     "@ 1 mon -1 days 1 hour 2 mins 3.5 secs",
     "+0-1 -1 +1:02:03.5",
     "P1M-1DT1H2M3.5S"},
    {{-1, 1, 0}, "-1 mons +1 day", "@ 1 mon -1 days ago", "-0-1 +1 +0:00:00", "P-1M1D"},
    {{0, -3, -(4 * hour)}, "-3 days -04:00:00", "@ 3 days 4 hours ago", "-3 4:00:00", "P-3DT-4H"},
    {{0, 0, -500000}, "-00:00:00.5", "@ 0.5 secs ago", "-0:00:00.5", "PT-0.5S"},
    {{0, 0, 0}, "00:00:00", "@ 0", "0", "PT0S"},
    {{24, 0, 0}, "2 years", "@ 2 years", "2-0", "P2Y"},
};

TEST(Interval, IsReadInEveryStyle) {
  for (const styles& each : server_text) {
    for (const char* text : {each.postgres, each.postgres_verbose, each.sql_standard, each.iso_8601}) {
      const auto read = from_text<interval>(text, oid::interval);
      ASSERT_TRUE(read) << text;
      EXPECT_EQ(*read, each.value) << text << ": " << read->months << ' ' << read->days << ' ' << read->microseconds;
    }
    EXPECT_EQ(from_text<interval>(text_of(each.value), oid::interval).value(), each.value);
  }
  EXPECT_EQ(from_text<interval>("-infinity", oid::interval).value(), interval::minus_infinity());
}

TEST(Interval, HasTheWiresLimits) {
  const interval least{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::min(), 1};
  EXPECT_EQ(from_text<interval>(text_of(least), oid::interval).value(), least);
  EXPECT_EQ(from_text<interval>("-178956970 years -8 mons", oid::interval)->months, least.months);
  for (const char* bad :
       {"2147483648 days", "-2147483649 mons", "178956971 years", "2562047789:00:00", "999999999999999999 years",
        "P999999999999999999Y", "@ 9223372036854775 secs 1 sec 999999999 hours"}) {
    EXPECT_FALSE(from_text<interval>(bad, oid::interval)) << bad;
  }
}

TEST(Interval, RefusesMalformedValues) {
  for (const char* bad : {"",
                          " ",
                          "1 ",
                          "1 fortnight",
                          "day",
                          "1.5 days",
                          "1:2:3",
                          "1:02",
                          "1:60:00",
                          "1 day ",
                          " 1 day",
                          "1 day  2 hours",
                          "@",
                          "@ ",
                          "ago",
                          "1-12",
                          "1-",
                          "P",
                          "PT",
                          "P1",
                          "P1H",
                          "PT1D",
                          "P1.5D",
                          "1.5",
                          "+",
                          "-",
                          "--1 days",
                          "1 day ago ago",
                          "P1YT",
                          "T1H",
                          "12345678901234567890 days",
                          "1 mon 1.5"}) {
    EXPECT_FALSE(from_text<interval>(bad, oid::interval)) << bad;
  }
  for (const char* bad : {"", "00000000ddf019e0ffffffff000000", "00000000ddf019e0ffffffff0000000100"}) {
    EXPECT_FALSE(from_binary<interval>(bad, oid::interval)) << bad;
  }
}

}  // namespace
}  // namespace pgpipe::types
