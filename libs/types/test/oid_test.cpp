#include <gtest/gtest.h>

#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {
namespace {

TEST(Oid, HasAName) {
  EXPECT_EQ(type_name(oid::boolean), "bool");
  EXPECT_EQ(type_name(oid::int4), "int4");
  EXPECT_EQ(type_name(oid::single_char), "char");
  EXPECT_EQ(type_name(1007), "int4[]");
  EXPECT_EQ(type_name(16384), "");
  EXPECT_EQ(type_name(0), "");
  EXPECT_EQ(type_name(0xffffffff), "");
}

TEST(Oid, ArraysKnowTheirElements) {
  EXPECT_EQ(array_of(oid::int4), 1007U);
  EXPECT_EQ(element_of(1007), oid::int4);
  EXPECT_EQ(element_of(array_of(oid::jsonb)), oid::jsonb);
  EXPECT_EQ(array_of(oid::unknown), 0U);
  EXPECT_EQ(element_of(oid::int4), 0U);
  EXPECT_EQ(element_of(0), 0U);
  EXPECT_EQ(array_of(99999), 0U);
}

}  // namespace
}  // namespace pgpipe::types
