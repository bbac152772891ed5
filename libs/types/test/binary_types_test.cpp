#include <gtest/gtest.h>

#include <pgpipe/types/binary_types.hpp>
#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {
namespace {

TEST(BinaryTypes, AreThoseThatCodecsRead) {
  for (const std::uint32_t type : {oid::boolean, oid::int8, oid::text, oid::numeric, oid::timestamptz, oid::jsonb,
                                   oid::int8multirange, array_of(oid::int4), array_of(oid::daterange)}) {
    EXPECT_TRUE(reads_binary(type)) << type_name(type);
  }
}

TEST(BinaryTypes, AreNoneThatHaveNoCodecOrThatOnlyTheServerKnows) {
  for (const std::uint32_t type : {std::uint32_t{0}, oid::money, oid::point, oid::record, oid::regclass, oid::bit,
                                   array_of(oid::money), array_of(oid::record), std::uint32_t{16384}}) {
    EXPECT_FALSE(reads_binary(type)) << type_name(type);
  }
}

}  // namespace
}  // namespace pgpipe::types
