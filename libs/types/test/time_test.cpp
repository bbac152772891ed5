#include <pgpipe/types/time.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

using namespace std::chrono;
using namespace std::chrono_literals;

TEST(Time, IsMicrosecondsSinceMidnight) {
  EXPECT_EQ(hex_of(microseconds(24h), oid::time), "000000141dd76000");
  EXPECT_EQ(from_binary<microseconds>("000000141dd76000", oid::time).value(), 24h);
  EXPECT_EQ(text_of(12h + 34min + 56s + 789ms, oid::time), "12:34:56.789000");
  EXPECT_EQ(from_text<microseconds>("24:00:00", oid::time).value(), 24h);
  EXPECT_EQ(from_text<microseconds>("00:00:00.000001", oid::time).value(), 1us);
  EXPECT_EQ(from_text<seconds>("12:34:56", oid::time).value(), 12h + 34min + 56s);
}

TEST(Time, MayBeAnInterval) {
  EXPECT_EQ(hex_of(1h, oid::interval),
            "00000000d693a400"
            "0000000000000000");
  EXPECT_EQ(hex_of(-1us, oid::interval),
            "ffffffffffffffff"
            "0000000000000000");
  EXPECT_EQ(text_of(-90min), "-01:30:00");
  EXPECT_EQ(text_of(microseconds::min()), "-2562047788:00:54.775808");
  EXPECT_EQ(from_binary<minutes>("00000000d693a400"
                                 "0000000000000000",
                                 oid::interval)
                .value(),
            1h);
  EXPECT_EQ(from_text<microseconds>("-00:00:00.5", oid::interval).value(), -500ms);
  EXPECT_EQ(codec<microseconds>::type, 0U);
  EXPECT_EQ(codec<microseconds>::format_for(0), format::text);
  EXPECT_EQ(codec<microseconds>::format_for(oid::interval), format::binary);
}

TEST(Time, MustBeExact) {
  EXPECT_EQ(error_of(from_text<seconds>("00:00:00.5", oid::time)),
            "the value of type time does not fit std::chrono::duration");
  EXPECT_EQ(error_of(from_text<microseconds>("1 day", oid::interval)),
            "the value of type interval does not fit std::chrono::duration");
  EXPECT_EQ(hex_of(-1us, oid::time), "the std::chrono::duration value does not fit a parameter of type time");
  EXPECT_EQ(hex_of(24h + 1us, oid::time), "the std::chrono::duration value does not fit a parameter of type time");
  EXPECT_EQ(hex_of(hours(std::int64_t{1} << 40), oid::interval),
            "the std::chrono::duration value does not fit a parameter of type interval");
  EXPECT_EQ((from_text<duration<std::int16_t, std::ratio<60>>>("23:59:00", oid::time)->count()), 1439);
  EXPECT_FALSE((from_text<duration<std::int16_t>>("23:59:00", oid::time)));
}

TEST(Time, RefusesMalformedValues) {
  for (const char* bad : {"", "12", "12:00", "1:00:00", "24:00:00.000001", "25:00:00", "12:60:00", "12:00:60",
                          "12:00:00.", "12:00:00.1234567", "-12:00:00", "12:00:00+00", "12:00:00 PM"}) {
    EXPECT_FALSE(from_text<microseconds>(bad, oid::time)) << bad;
  }
  for (const char* bad : {"", "00000014", "000000141dd76001", "ffffffffffffffff", "000000141dd7600000"}) {
    EXPECT_FALSE(from_binary<microseconds>(bad, oid::time)) << bad;
  }
  EXPECT_FALSE(from_text<microseconds>("12:00:00", oid::timetz));
}

template <typename T>
concept has_codec = requires { codec<T>::type; };
static_assert(has_codec<hours>);
static_assert(!has_codec<days> && !has_codec<months> && !has_codec<nanoseconds> && !has_codec<duration<double>>);

TEST(Timetz, HasAnOffset) {
  const timetz value{12h + 34min + 56s + 789ms, 5h + 30min};
  EXPECT_EQ(hex_of(value),
            "0000000a8be62608"
            "ffffb2a8");
  EXPECT_EQ(text_of(value), "12:34:56.789000+05:30");
  EXPECT_EQ(from_binary<timetz>("0000000a8be62608ffffb2a8", oid::timetz).value(), value);
  EXPECT_EQ(from_text<timetz>("12:34:56.789+05:30", oid::timetz).value(), value);
  EXPECT_EQ(from_text<timetz>("24:00:00-15:59:59", oid::timetz).value(), (timetz{24h, -(15h + 59min + 59s)}));
  EXPECT_EQ(text_of(timetz{0us, -8s}), "00:00:00-00:00:08");
}

TEST(Timetz, RefusesMalformedValues) {
  for (const char* bad :
       {"", "12:00:00", "12:00:00+", "12:00:00+5", "12:00:00+16", "12:00:00+05:60", "12:00:00+05:30:00:0"}) {
    EXPECT_FALSE(from_text<timetz>(bad, oid::timetz)) << bad;
  }
  for (const char* bad : {"", "0000000a8be62608", "0000000a8be62608ffffb2a800", "000000141dd7600100000000",
                          "00000000000000000000e100", "000000000000000080000000"}) {
    EXPECT_FALSE(from_binary<timetz>(bad, oid::timetz)) << bad;
  }
  EXPECT_EQ(hex_of(timetz{25h, 0s}), "the timetz value does not fit a parameter of type timetz");
  EXPECT_EQ(hex_of(timetz{0us, 16h}), "the timetz value does not fit a parameter of type timetz");
}

}  // namespace
}  // namespace pgpipe::types
