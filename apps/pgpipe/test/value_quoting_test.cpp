#include "bench/value_quoting.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(ValueQuoting, EachKind) {
  EXPECT_EQ(quote_value("it's", quoting::none), "it's");
  EXPECT_EQ(quote_value("it's", quoting::literal), "'it''s'");
  EXPECT_EQ(quote_value("a\"b", quoting::identifier), "\"a\"\"b\"");
}

TEST(ValueQuoting, WhatIsNoText) {
  EXPECT_FALSE(quote_value("\xff", quoting::literal));
  EXPECT_FALSE(quote_value("\xff", quoting::identifier));
}

}  // namespace
}  // namespace pgpipe::app::bench
