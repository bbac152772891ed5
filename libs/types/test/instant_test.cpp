#include <pgpipe/types/date.hpp>
#include <pgpipe/types/or_infinity.hpp>
#include <pgpipe/types/timestamp.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

using namespace std::chrono;
using namespace std::chrono_literals;

using utc_time = sys_time<microseconds>;
using wall_time = local_time<microseconds>;

constexpr utc_time at(year_month_day day, microseconds time = {}) { return sys_days(day) + time; }

TEST(Date, IsDaysSince2000) {
  EXPECT_EQ(hex_of(sys_days(2000y / 1 / 1)), "00000000");
  EXPECT_EQ(hex_of(sys_days(1999y / 12 / 31)), "ffffffff");
  EXPECT_EQ(hex_of(2026y / 11 / 30), "00002666");
  EXPECT_EQ(text_of(2026y / 11 / 30), "2026-11-30");
  EXPECT_EQ(from_text<year_month_day>("2024-02-29", oid::date).value(), 2024y / 2 / 29);
  EXPECT_EQ(from_binary<sys_days>("ffffffff", oid::date).value(), sys_days(1999y / 12 / 31));
}

TEST(Date, IsTheSameInTextAndBinaryOverTheWholeRange) {
  // From 4714-11-24 BC to 5874897-12-31, in steps that meet every month and kind of year.
  for (std::int64_t days = -2451545; days < 2145031949; days += days < -2400000 || days > 2145000000 ? 1 : 99991) {
    const sys_days day{std::chrono::days(days + 10957)};
    const std::string text = text_of(day);
    ASSERT_EQ(from_text<sys_days>(text, oid::date).value(), day) << text;
    if (days < 11000000) {
      const year_month_day date(day);
      ASSERT_EQ(text_of(date), text);
      ASSERT_EQ(from_text<year_month_day>(text, oid::date).value(), date);
    }
  }
}

TEST(Date, CountsBackwardsBeforeChrist) {
  EXPECT_EQ(text_of(sys_days(year(0) / 1 / 1)), "0001-01-01 BC");
  EXPECT_EQ(text_of(year(-43) / 3 / 15), "0044-03-15 BC");
  EXPECT_EQ(from_text<year_month_day>("0044-03-15 BC", oid::date).value(), year(-43) / 3 / 15);
  EXPECT_EQ(from_text<year_month_day>("0001-02-29 BC", oid::date).value(), year(0) / 2 / 29);
  EXPECT_EQ(text_of(year(-4713) / 11 / 24), "4714-11-24 BC");
  EXPECT_EQ(text_of(year(-4713) / 11 / 23),
            "the std::chrono::year_month_day value does not fit a parameter of type date");
}

TEST(Date, BeyondChronosYearsIsAnError) {
  EXPECT_EQ(from_text<year_month_day>("32767-12-31", oid::date).value(), 32767y / 12 / 31);
  EXPECT_EQ(error_of(from_text<year_month_day>("32768-01-01", oid::date)),
            "the value of type date does not fit std::chrono::year_month_day");
  EXPECT_EQ(text_of(from_text<sys_days>("5874897-12-31", oid::date).value()), "5874897-12-31");
  EXPECT_FALSE(from_text<sys_days>("5874898-01-01", oid::date));
  EXPECT_EQ(hex_of(sys_days(days(2145031949 + 10957))),
            "the std::chrono::sys_days value does not fit a parameter of type date");
  EXPECT_EQ(hex_of(sys_days::min()), "the std::chrono::sys_days value does not fit a parameter of type date");
  EXPECT_EQ(hex_of(2023y / 2 / 29), "the std::chrono::year_month_day value does not fit a parameter of type date");
}

TEST(Date, InfinityNeedsAPlace) {
  EXPECT_EQ(error_of(from_binary<sys_days>("7fffffff", oid::date)),
            "an infinite value, for which or_infinity has a place: the value of type date does not fit "
            "std::chrono::sys_days");
  EXPECT_TRUE(from_binary<or_infinity<sys_days>>("7fffffff", oid::date)->is_infinity());
  EXPECT_TRUE(from_binary<or_infinity<sys_days>>("80000000", oid::date)->is_minus_infinity());
  EXPECT_TRUE(from_text<or_infinity<year_month_day>>("-infinity", oid::date)->is_minus_infinity());
  EXPECT_EQ(hex_of(or_infinity<sys_days>::infinity()), "7fffffff");
  EXPECT_EQ(hex_of(or_infinity<sys_days>::minus_infinity()), "80000000");
  EXPECT_EQ(text_of(or_infinity<sys_days>::minus_infinity()), "-infinity");
  EXPECT_EQ(hex_of(or_infinity(sys_days(2000y / 1 / 2))), "00000001");
}

TEST(Date, RefusesMalformedValues) {
  for (const char* bad : {"",           "2024",          "2024-01",        "2024-1-1",
                          "24-01-01",   "2024-01-01 ",   "2024-00-01",     "2024-13-01",
                          "2024-01-00", "2024-01-32",    "2023-02-29",     "1900-02-29",
                          "0000-01-01", "2024-01-01 AD", "-2024-01-01",    "01/02/2024",
                          "02-01-2024", "01.02.2024",    "12345678-01-01", "4714-11-23 BC",
                          "Infinity"}) {
    EXPECT_FALSE(from_text<sys_days>(bad, oid::date)) << bad;
    EXPECT_FALSE(from_text<or_infinity<sys_days>>(bad, oid::date)) << bad;
  }
  EXPECT_EQ(error_of(from_text<sys_days>("01.02.2024", oid::date)),
            "a value of type date in text format is malformed, or DateStyle is not ISO");
  for (const char* bad : {"", "000000", "0000000000", "7ffffffe", "80000001", "ffda979e"}) {
    EXPECT_FALSE(from_binary<sys_days>(bad, oid::date)) << bad;
  }
  EXPECT_TRUE(from_binary<sys_days>("ffda97a7", oid::date));
  EXPECT_FALSE(from_binary<sys_days>("ffda97a6", oid::date));
}

TEST(Timestamp, IsMicrosecondsSince2000) {
  EXPECT_EQ(hex_of(at(2000y / 1 / 1)), "0000000000000000");
  EXPECT_EQ(hex_of(at(1999y / 12 / 31, 24h - 1us)), "ffffffffffffffff");
  EXPECT_EQ(text_of(at(1999y / 12 / 31, 24h - 1us)), "1999-12-31 23:59:59.999999+00");
  EXPECT_EQ(text_of(wall_time(local_days(2024y / 2 / 29)) + 1us), "2024-02-29 00:00:00.000001");
  EXPECT_EQ(from_binary<utc_time>("ffffffffffffffff", oid::timestamptz).value(), at(1999y / 12 / 31, 24h - 1us));
  EXPECT_EQ(from_text<wall_time>("1999-12-31 23:59:59.5", oid::timestamp).value(),
            wall_time(local_days(1999y / 12 / 31)) + 24h - 500ms);
}

TEST(Timestamp, IsReadInAnyZone) {
  const utc_time noon = at(2024y / 6 / 15, 12h);
  for (const char* text : {"2024-06-15 12:00:00+00", "2024-06-15 17:30:00+05:30", "2024-06-15 08:30:00-03:30",
                           "2024-06-15 11:59:52-00:00:08", "2024-06-16 03:59:59+15:59:59"}) {
    EXPECT_EQ(from_text<utc_time>(text, oid::timestamptz).value(), noon) << text;
  }
  EXPECT_EQ(from_text<utc_time>("0001-01-01 00:00:00+01 BC", oid::timestamptz).value(), at(year(-1) / 12 / 31, 23h));
}

TEST(Timestamp, BeyondSixtyFourBitsFrom1970IsAnError) {
  EXPECT_EQ(from_text<utc_time>("294247-01-10 04:00:54.775807+00", oid::timestamptz).value(), utc_time::max());
  EXPECT_EQ(error_of(from_text<utc_time>("294247-01-10 04:00:54.775808+00", oid::timestamptz)),
            "the value of type timestamptz does not fit std::chrono::sys_time");
  EXPECT_FALSE(from_text<utc_time>("294276-12-31 23:59:59.999999+00", oid::timestamptz));
  // In milliseconds they fit.
  EXPECT_EQ(text_of(from_text<sys_time<milliseconds>>("294276-12-31 23:59:59.999+00", oid::timestamptz).value()),
            "294276-12-31 23:59:59.999000+00");
  EXPECT_EQ(text_of(at(year(-4713) / 11 / 24)), "4714-11-24 00:00:00+00 BC");
  EXPECT_EQ(text_of(at(year(-4713) / 11 / 24) - 1us),
            "the std::chrono::sys_time value does not fit a parameter of type timestamptz");
  EXPECT_EQ(hex_of(utc_time::min()), "the std::chrono::sys_time value does not fit a parameter of type timestamptz");
}

TEST(Timestamp, OfACoarserClockMustBeExact) {
  EXPECT_EQ(from_text<sys_seconds>("2024-06-15 12:00:01+00", oid::timestamptz).value(), at(2024y / 6 / 15, 12h + 1s));
  EXPECT_EQ(error_of(from_text<sys_seconds>("2024-06-15 12:00:01.5+00", oid::timestamptz)),
            "the value of type timestamptz does not fit std::chrono::sys_time");
  EXPECT_EQ(hex_of(sys_seconds(946684801s)), "00000000000f4240");
  EXPECT_EQ(hex_of(sys_seconds::max()), "the std::chrono::sys_time value does not fit a parameter of type timestamptz");
}

TEST(Timestamp, InfinityNeedsAPlace) {
  EXPECT_FALSE(from_binary<utc_time>("7fffffffffffffff", oid::timestamptz));
  EXPECT_FALSE(from_text<utc_time>("infinity", oid::timestamptz));
  EXPECT_TRUE(from_binary<or_infinity<utc_time>>("7fffffffffffffff", oid::timestamptz)->is_infinity());
  EXPECT_TRUE(from_binary<or_infinity<wall_time>>("8000000000000000", oid::timestamp)->is_minus_infinity());
  EXPECT_EQ(hex_of(or_infinity<utc_time>::infinity()), "7fffffffffffffff");
  EXPECT_EQ(hex_of(or_infinity<wall_time>::minus_infinity()), "8000000000000000");
  EXPECT_LT(or_infinity<utc_time>::minus_infinity(), or_infinity<utc_time>(utc_time::min()));
  EXPECT_GT(or_infinity<utc_time>::infinity(), or_infinity<utc_time>(utc_time::max()));
}

TEST(Timestamp, RefusesMalformedValues) {
  for (const char* bad :
       {"", "2024-06-15", "2024-06-15 12:00", "2024-06-15T12:00:00+00", "2024-06-15 12:00:00", "2024-06-15 12:00:00+0",
        "2024-06-15 24:00:01+00", "2024-06-15 12:60:00+00", "2024-06-15 12:00:60+00", "2024-06-15 12:00:00.+00",
        "2024-06-15 12:00:00.1234567+00", "2024-06-15 12:00:00+16", "2024-06-15 12:00:00+00 AD",
        "Sat Jun 15 12:00:00 2024 UTC", "9999999-12-31 23:59:59+00", "294277-01-01 00:00:00+00"}) {
    EXPECT_FALSE(from_text<utc_time>(bad, oid::timestamptz)) << bad;
  }
  EXPECT_FALSE(from_text<wall_time>("2024-06-15 12:00:00+00", oid::timestamp));
  for (const char* bad : {"", "00000000", "000000000000000000", "7ffffffffffffffe", "8000000000000001"}) {
    EXPECT_FALSE(from_binary<or_infinity<utc_time>>(bad, oid::timestamptz)) << bad;
  }
}

TEST(Timestamp, WithoutAZoneIsAnotherType) {
  EXPECT_EQ(hex_of(at(2000y / 1 / 1), oid::timestamp),
            "std::chrono::sys_time cannot be sent for a parameter of type timestamp in binary format");
  EXPECT_EQ(error_of(from_binary<wall_time>("0000000000000000", oid::timestamptz)),
            "a value of type timestamptz in binary format cannot be read as std::chrono::local_time");
  EXPECT_FALSE(from_binary<sys_days>("0000000000000000", oid::timestamp));
}

template <typename T>
concept has_codec = requires { codec<T>::type; };
static_assert(!has_codec<sys_time<nanoseconds>>);
static_assert(!has_codec<local_days>);
static_assert(has_codec<sys_time<hours>>);

}  // namespace
}  // namespace pgpipe::types
