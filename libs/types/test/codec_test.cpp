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
