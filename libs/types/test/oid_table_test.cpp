#include <gtest/gtest.h>

#include <pgpipe/types/oid.hpp>
#include <pgpipe/types/oid_table.hpp>

namespace pgpipe::types {
namespace {

static_assert(detail::array_type_of(oid::int4) == 1007);
static_assert(detail::array_type_of(oid::void_type) == 0);
static_assert(detail::find_range(&detail::range_entry::subtype, oid::date).range == oid::daterange);

TEST(OidTable, KnowsRangesByTheirBounds) {
  EXPECT_EQ(subtype_of(oid::tstzrange), oid::timestamptz);
  EXPECT_EQ(subtype_of(oid::int4), 0U);
  EXPECT_EQ(subtype_of(0), 0U);
  EXPECT_EQ(range_of_multirange(oid::int8multirange), oid::int8range);
  EXPECT_EQ(range_of_multirange(oid::int8range), 0U);
}

}  // namespace
}  // namespace pgpipe::types
