#include <random>

#include "round_trip.hpp"

namespace pgpipe::test {
namespace {

using namespace std::chrono;
using types::interval;
using types::or_infinity;
using types::timetz;

using utc_time = sys_time<microseconds>;
using wall_time = local_time<microseconds>;

TEST_F(RoundTrip, Dates) {
  for (const char* type : {"date"}) {
    check_all<sys_days>(type, {"2000-01-01", "1999-12-31", "2024-02-29", "1900-02-28", "1970-01-01", "0001-01-01",
                               "0001-12-31 BC", "0044-03-15 BC", "4714-11-24 BC", "5874897-12-31"});
    check_all<year_month_day>(type, {"2024-02-29", "4714-11-24 BC", "32767-12-31"});
    check_all<or_infinity<sys_days>>(type, {"infinity", "-infinity", "2024-02-29"});
  }
}

TEST_F(RoundTrip, Timestamps) {
  check_all<wall_time>("timestamp",
                       {"2000-01-01 00:00:00", "1999-12-31 23:59:59.999999", "2024-02-29 12:34:56.000001",
                        "0001-01-01 00:00:00 BC", "4714-11-24 00:00:00 BC", "294247-01-10 04:00:54.775807"});
  check_all<or_infinity<wall_time>>("timestamp", {"infinity", "-infinity"});
  check_all<local_time<milliseconds>>("timestamp", {"294276-12-31 23:59:59.999"});
  for (const char* zone : {"UTC", "Asia/Kolkata", "America/St_Johns", "Europe/Amsterdam", "Pacific/Apia"}) {
    run("set timezone = '" + std::string(zone) + "'");
    check_all<utc_time>("timestamptz", {"2000-01-01 00:00:00+00", "1999-12-31 23:59:59.999999+00",
                                        "2024-07-01 12:00:00+00", "1850-01-01 00:00:00+00", "0001-01-01 00:00:00+00 BC",
                                        "4714-11-25 00:00:00+00 BC", "294247-01-09 04:00:54.775807+00"});
    check_all<or_infinity<utc_time>>("timestamptz", {"infinity", "-infinity"});
  }
}

TEST_F(RoundTrip, DatesAndTimestampsAtRandom) {
  std::mt19937_64 random(20261130);
  for (int i = 0; i != 300; ++i) {
    const auto seconds = static_cast<std::int64_t>(random() % 500'000'000'000) - 210'000'000'000;
    const std::string moment = "'2000-01-01'::timestamp + " + std::to_string(seconds) + " * interval '1 second' + " +
                               std::to_string(random() % 1'000'000) + " * interval '1 microsecond'";
    check<wall_time>("timestamp", moment);
    check<sys_days>("date", moment);
    check<utc_time>("timestamptz", moment);
  }
}

TEST_F(RoundTrip, BeyondChronoIsAnError) {
  for (const std::string source : {"'294247-01-10 04:00:54.775808'::timestamp", "'294276-12-31'::timestamp"}) {
    const auto text = value_or_throw(connection_.query("select " + source + " as late"));
    EXPECT_EQ(text[0].decode<wall_time>(0).error().text(),
              "column \"late\": the value of type timestamp does not fit std::chrono::local_time");
    EXPECT_FALSE(fetch_binary(source)[0].decode<wall_time>(0));
  }
  EXPECT_FALSE(fetch_binary("'32768-01-01'::date")[0].decode<year_month_day>(0));
  EXPECT_FALSE(fetch_binary("'infinity'::date")[0].decode<sys_days>(0));
}

TEST_F(RoundTrip, AnotherDateStyleIsAClearError) {
  for (const char* style : {"German", "SQL", "Postgres"}) {
    run("set datestyle = " + std::string(style));
    const auto row =
        value_or_throw(connection_.query("select date '2024-02-01' as day, timestamptz '2024-02-01 12:00+00' as t"));
    EXPECT_EQ(row[0].decode<sys_days>(0).error().text(),
              "column \"day\": a value of type date in text format is malformed, or DateStyle is not ISO");
    EXPECT_FALSE(row[0].decode<utc_time>(1));
    EXPECT_EQ(fetch_binary("date '2024-02-01'")[0].get<sys_days>(0), sys_days(2024y / 2 / 1));
  }
}

TEST_F(RoundTrip, Times) {
  check_all<microseconds>("time", {"00:00:00", "12:34:56.789", "23:59:59.999999", "24:00:00", "00:00:00.000001"});
  check_all<timetz>("timetz", {"00:00:00+00", "12:34:56.789+05:30", "24:00:00-15:59", "01:02:03-03:30:52"});
  check_all<microseconds>("interval", {"1 hour", "-00:00:00.5", "100000:00:00"});
}

TEST_F(RoundTrip, Intervals) {
  for (const char* style : {"postgres", "postgres_verbose", "sql_standard", "iso_8601"}) {
    SCOPED_TRACE(style);
    run("set intervalstyle = " + std::string(style));
    check_all<interval>("interval", {"0",
                                     "1 mon -1 days +01:02:03.5",
                                     "-1 mon +1 day -00:00:00.000001",
                                     "1 year 2 mons 3 days 04:05:06",
                                     "-1 year -2 mons -3 days -04:05:06",
                                     "-3 days -04:05:06",
                                     "-3 days +04:05:06",
                                     "3 days -04:05:06",
                                     "1 year -04:05:06",
                                     "-1 year -1 day",
                                     "178956970 years 7 mons",
                                     "-178956970 years -8 mons",
                                     "2147483647 days",
                                     "-00:00:01",
                                     "1 sec",
                                     "1 min",
                                     "00:00:00.000001",
                                     "1 mon",
                                     "11 mons",
                                     "1 day",
                                     "-1 days +00:00:00.000001"});
    // The extremes, of which older servers write what nobody can read, or which they cannot read.
    if (server_version() >= 150000) check_all<interval>("interval", {"2562047788:00:54.775807", "-2147483648 days"});
  }
}

TEST_F(RoundTrip, IntervalsAtRandom) {
  std::mt19937_64 random(20261130);
  const char* const styles[] = {"postgres", "postgres_verbose", "sql_standard", "iso_8601"};
  const auto part = [&](std::int64_t limit) {
    return random() % 3 == 0 ? 0 : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * limit)) - limit;
  };
  for (int i = 0; i != 300; ++i) {
    run("set intervalstyle = " + std::string(styles[i % 4]));
    check<interval>("interval", "make_interval(months => " + std::to_string(part(2000)) + ", days => " +
                                    std::to_string(part(100)) + ") + " + std::to_string(part(200'000'000'000)) +
                                    " * interval '1 microsecond'");
  }
}

TEST_F(RoundTrip, ClocksGoToTheirPlaces) {
  const auto now = floor<microseconds>(system_clock::now());
  const auto row = value_or_throw(
      connection_.query("select $1, $1 + $2::interval, current_date + $3::time", now, hours(36), minutes(5)));
  EXPECT_EQ(row[0].get<utc_time>(0), now);
  EXPECT_EQ(row[0].get<utc_time>(1), now + hours(36));
  EXPECT_EQ(row[0].get<wall_time>(2).time_since_epoch() % days(1), minutes(5));
}

}  // namespace
}  // namespace pgpipe::test
