#include <cstdint>
#include <limits>

#include <pgpipe/types/integer.hpp>
#include <pgpipe/types/text.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

template <typename T>
constexpr T least = std::numeric_limits<T>::min();
template <typename T>
constexpr T greatest = std::numeric_limits<T>::max();

TEST(Integer, DeclaresTheTypeThatHoldsIt) {
  EXPECT_EQ(codec<std::int16_t>::type, oid::int2);
  EXPECT_EQ(codec<std::int32_t>::type, oid::int4);
  EXPECT_EQ(codec<std::int64_t>::type, oid::int8);
  EXPECT_EQ(codec<long long>::type, oid::int8);
  EXPECT_EQ(codec<std::uint16_t>::type, oid::int4);
  EXPECT_EQ(codec<std::uint32_t>::type, oid::int8);
  EXPECT_EQ(codec<std::uint64_t>::type, oid::int8);
}

TEST(Integer, PrefersBinaryWhereItHasOne) {
  for (const std::uint32_t type : {0U, oid::int2, oid::int4, oid::int8, oid::object_id}) {
    EXPECT_EQ(codec<std::int32_t>::format_for(type), format::binary);
  }
  EXPECT_EQ(codec<std::int32_t>::format_for(oid::numeric), format::text);
}

TEST(Integer, IsWrittenAsItsOwnType) {
  EXPECT_EQ(hex_of(std::int16_t{-2}), "fffe");
  EXPECT_EQ(hex_of(std::int32_t{-2}), "fffffffe");
  EXPECT_EQ(hex_of(std::int64_t{1}), "0000000000000001");
  EXPECT_EQ(hex_of(greatest<std::uint32_t>), "00000000ffffffff");
  EXPECT_EQ(text_of(least<std::int64_t>), "-9223372036854775808");
  EXPECT_EQ(text_of(std::int16_t{0}), "0");
}

TEST(Integer, IsWrittenAsTheParametersType) {
  EXPECT_EQ(hex_of(std::int64_t{5}, oid::int2), "0005");
  EXPECT_EQ(hex_of(std::int16_t{-1}, oid::int8), "ffffffffffffffff");
  EXPECT_EQ(hex_of(greatest<std::uint32_t>, oid::object_id), "ffffffff");
  EXPECT_EQ(text_of(12, oid::numeric), "12");
  EXPECT_EQ(text_of(12, 16384), "12");
}

TEST(Integer, NeverLosesDigitsOnTheWay) {
  EXPECT_EQ(hex_of(40000, oid::int2), "the int32 value does not fit a parameter of type int2");
  EXPECT_EQ(hex_of(std::int64_t{1} << 31U, oid::int4), "the int64 value does not fit a parameter of type int4");
  EXPECT_EQ(text_of(std::int64_t{1} << 31U, oid::int4), "the int64 value does not fit a parameter of type int4");
  EXPECT_EQ(hex_of(-1, oid::object_id), "the int32 value does not fit a parameter of type oid");
  EXPECT_EQ(text_of(-1, oid::object_id), "the int32 value does not fit a parameter of type oid");
  EXPECT_EQ(hex_of(greatest<std::uint64_t>), "the uint64 value does not fit a parameter of type int8");
  EXPECT_EQ(text_of(40000, oid::int2), "the int32 value does not fit a parameter of type int2");
}

TEST(Integer, GoesIntoAFloatOnlyWhereItIsExact) {
  EXPECT_EQ(text_of(std::int64_t{1} << 53U, oid::float8), "9007199254740992");
  EXPECT_EQ(text_of(least<std::int64_t>, oid::float8), "-9223372036854775808");
  EXPECT_EQ(text_of((std::int64_t{1} << 53U) + 1, oid::float8),
            "the int64 value does not fit a parameter of type float8");
  EXPECT_EQ(text_of(-16777217, oid::float4), "the int32 value does not fit a parameter of type float4");
  EXPECT_EQ(text_of(-16777218, oid::float4), "-16777218");
  EXPECT_EQ(text_of(0, oid::float4), "0");
  EXPECT_EQ(text_of(greatest<std::uint64_t>, oid::float8), "the uint64 value does not fit a parameter of type float8");
}

TEST(Integer, IsNoOtherType) {
  EXPECT_EQ(text_of(1, oid::text), "int32 cannot be sent for a parameter of type text in text format");
  EXPECT_EQ(text_of(1, oid::boolean), "int32 cannot be sent for a parameter of type bool in text format");
  EXPECT_EQ(hex_of(1, oid::numeric), "int32 cannot be sent for a parameter of type numeric in binary format");
  EXPECT_EQ(error_of(from_text<int>("1", oid::text)), "a value of type text in text format cannot be read as int32");
  EXPECT_EQ(error_of(from_text<int>("1", oid::numeric)),
            "a value of type numeric in text format cannot be read as int32");
  EXPECT_EQ(error_of(from_binary<int>("3f800000", oid::float4)),
            "a value of type float4 in binary format cannot be read as int32");
}

TEST(Integer, IsReadFromEveryIntegerType) {
  EXPECT_EQ(from_binary<std::int64_t>("fffe", oid::int2), -2);
  EXPECT_EQ(from_binary<std::int64_t>("fffffffe", oid::int4), -2);
  EXPECT_EQ(from_binary<std::int16_t>("fffffffffffffffe", oid::int8), -2);
  EXPECT_EQ(from_binary<std::uint32_t>("ffffffff", oid::object_id), 4294967295U);
  EXPECT_EQ(from_binary<std::int64_t>("ffffffff", oid::object_id), 4294967295);
  EXPECT_EQ(from_text<std::int64_t>("-9223372036854775808", oid::int8), least<std::int64_t>);
  EXPECT_EQ(from_text<std::uint32_t>("4294967295", oid::object_id), 4294967295U);
}

TEST(Integer, RefusesWhatItCannotHold) {
  EXPECT_EQ(error_of(from_binary<std::int32_t>("0000000080000000", oid::int8)),
            "the value of type int8 does not fit int32");
  EXPECT_EQ(error_of(from_binary<std::uint32_t>("ffffffff", oid::int4)), "the value of type int4 does not fit uint32");
  EXPECT_EQ(error_of(from_binary<std::int32_t>("ffffffff", oid::object_id)),
            "the value of type oid does not fit int32");
  EXPECT_EQ(error_of(from_text<std::int16_t>("32768", oid::int4)), "the value of type int4 does not fit int16");
  EXPECT_EQ(error_of(from_text<std::uint64_t>("-1", oid::int8)), "the value of type int8 does not fit uint64");
}

TEST(Integer, RefusesMalformedValues) {
  for (const char* text : {"", "-", "1x", " 1", "+1", "9223372036854775808", "1.0"}) {
    const result<std::int64_t> outcome = from_text<std::int64_t>(text, oid::int8);
    ASSERT_FALSE(outcome) << text;
    EXPECT_EQ(outcome.error().category(), error_category::protocol) << text;
  }
  EXPECT_FALSE(from_text<std::int64_t>("-1", oid::object_id));
  EXPECT_FALSE(from_text<std::int64_t>("32768", oid::int2));
  EXPECT_FALSE(from_text<std::int64_t>("2147483648", oid::int4));
  for (const char* hex : {"", "00", "000000", "0000000001"}) {
    EXPECT_EQ(error_of(from_binary<int>(hex, oid::int4)),
              "the server sent a malformed value of type int4 in binary format")
        << hex;
  }
}

TEST(Integer, HasNoPlaceForNull) {
  const result<int> outcome = decode<int>(field_view(), oid::int4, format::binary);
  EXPECT_EQ(error_of(outcome), "NULL cannot be read as int32; std::optional has a place for it");
  EXPECT_EQ(outcome.error().category(), error_category::usage);
  EXPECT_FALSE(is_null(1));
}

}  // namespace
}  // namespace pgpipe::types
