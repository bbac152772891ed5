#include "bench/characters.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(characters, letters_include_underscore_and_bytes_beyond_ascii) {
  EXPECT_TRUE(is_letter('_'));
  EXPECT_TRUE(is_letter('\xc3'));
  EXPECT_FALSE(is_letter('1'));
  EXPECT_FALSE(is_letter('$'));
}

TEST(characters, case_is_ignored_in_ascii_only) {
  EXPECT_TRUE(equals_ignoring_case("SeT", "sEt"));
  EXPECT_FALSE(equals_ignoring_case("set", "sets"));
  EXPECT_FALSE(equals_ignoring_case("\xc3\x84", "\xc3\xa4"));
}

TEST(characters, trim_takes_blanks_of_both_ends) {
  EXPECT_EQ(trim("\t a b \r\n"), "a b");
  EXPECT_EQ(trim(" \v\f"), "");
}

}  // namespace
}  // namespace pgpipe::app::bench
