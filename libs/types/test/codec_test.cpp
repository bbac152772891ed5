#include <array>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/types/types.hpp>

#include "values.hpp"

namespace pgpipe::types {

// A type of a user's own: cents, sent and read as an int8.
struct cents {
  std::int64_t count = 0;
};

template <>
struct codec<cents> {
  static constexpr std::string_view name = "cents";
  static constexpr std::uint32_t type = oid::int8;
  static constexpr format format_for(std::uint32_t parameter) { return codec<std::int64_t>::format_for(parameter); }
  static result<void> encode(writer auto& out, const cents& value, std::uint32_t parameter, format as) {
    return codec<std::int64_t>::encode(out, value.count, parameter, as);
  }
  static result<cents> decode(field_view value, std::uint32_t stored, format as) {
    return codec<std::int64_t>::decode(value, stored, as).map([](std::int64_t count) { return cents{count}; });
  }
};

namespace {

TEST(Codec, IsTheOnePointToSpecialise) {
  EXPECT_EQ(hex_of(cents{5}), "0000000000000005");
  EXPECT_EQ(hex_of(std::optional(cents{5}), oid::int4), "00000005");
  EXPECT_EQ(from_text<cents>("12", oid::int8)->count, 12);
  EXPECT_EQ(error_of(decode<cents>(field_view(), oid::int8, format::text)),
            "NULL cannot be read as cents; std::optional has a place for it");
}

// try_decode() reads what decode() reads and nothing else; what is longer in coming, it may leave to it.
template <typename T>
void expect_same(std::string_view bytes, std::uint32_t type, format as, bool left_to_decode = false) {
  const exact_value held(bytes);
  T quick{};
  const bool read = try_decode(held.view(), type, as, quick);
  const result<T> slow = decode<T>(held.view(), type, as);
  EXPECT_EQ(read, slow.has_value() && !left_to_decode);
  if (read) {
    EXPECT_EQ(quick, *slow);
  }
}

TEST(Codec, TriesAsItDecodes) {
  const std::string eight = from_hex("0000000000000005");
  const std::string large = from_hex("0000000100000000");
  for (const format as : {format::text, format::binary}) {
    for (const std::string_view bytes : {std::string_view("12"), std::string_view("x"), std::string_view(eight),
                                         std::string_view(large), std::string_view("t"), std::string_view("99999")}) {
      for (const std::uint32_t type : {oid::int2, oid::int4, oid::int8, oid::object_id, oid::float4, oid::float8,
                                       oid::boolean, oid::text, oid::uuid, oid::timestamptz, std::uint32_t{99999}}) {
        expect_same<std::int16_t>(bytes, type, as);
        expect_same<std::uint32_t>(bytes, type, as);
        expect_same<std::int64_t>(bytes, type, as);
        expect_same<float>(bytes, type, as);
        expect_same<double>(bytes, type, as);
        expect_same<bool>(bytes, type, as);
        expect_same<std::string>(bytes, type, as);
        expect_same<std::optional<std::int64_t>>(bytes, type, as);
        expect_same<uuid>(bytes, type, as);
      }
    }
  }
  expect_same<std::string>("\1{}", oid::jsonb, format::binary, true);
}

TEST(Codec, TriesNullAsItDecodesNull) {
  std::optional<int> number = 5;
  EXPECT_TRUE(try_decode(field_view(), oid::int4, format::binary, number));
  EXPECT_EQ(number, std::nullopt);
  int none = 0;
  EXPECT_FALSE(try_decode(field_view(), oid::int4, format::binary, none));
  cents amount;
  EXPECT_TRUE(try_decode(exact_value("12").view(), oid::int8, format::text, amount));
  EXPECT_EQ(amount.count, 12);
  EXPECT_FALSE(try_decode(field_view(), oid::int8, format::text, amount));
}

// Room in one fixed array: what an encoder writes stands in place and needs no memory of its own.
struct array_writer {
  std::array<std::byte, 64> storage{};
  std::size_t used = 0;
  std::byte* room(std::size_t n) { return used + n <= storage.size() ? storage.data() + used : nullptr; }
  void advance(std::size_t n) { used += n; }
};

TEST(Codec, WritesIntoAnyWriter) {
  array_writer out;
  ASSERT_TRUE(encode(out, 7, 0, format::binary));
  ASSERT_TRUE(encode(out, 0.5, 0, format::text));
  ASSERT_TRUE(encode(out, "abc", 0, format::text));
  ASSERT_TRUE(encode(out, true, 0, format::text));
  EXPECT_EQ(out.used, 4U + 3U + 3U + 1U);
  EXPECT_EQ(load_big_endian<std::int32_t>(out.storage.data()), 7);
}

TEST(Codec, ErrorsOfTheCallerAreSafeToRetry) {
  const result<int> outcome = from_text<int>("1", oid::text);
  ASSERT_FALSE(outcome);
  EXPECT_FALSE(outcome.error().is_fatal());
  EXPECT_TRUE(outcome.error().safe_to_retry());
}

}  // namespace
}  // namespace pgpipe::types
