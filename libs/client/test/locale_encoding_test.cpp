#include "locale_encoding.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

namespace pgpipe::detail {
namespace {

TEST(locale_encoding, names_are_the_servers) {
  EXPECT_EQ(encoding_of_codeset("UTF-8"), "UTF8");
  EXPECT_EQ(encoding_of_codeset("utf8"), "UTF8");
  EXPECT_EQ(encoding_of_codeset("ISO-8859-1"), "LATIN1");
  EXPECT_EQ(encoding_of_codeset("ISO-8859-15"), "LATIN9");
  EXPECT_EQ(encoding_of_codeset("KOI8-R"), "KOI8R");
  EXPECT_EQ(encoding_of_codeset("CP1251"), "WIN1251");
  EXPECT_EQ(encoding_of_codeset("EUC-JP"), "EUC_JP");
  EXPECT_EQ(encoding_of_codeset("ANSI_X3.4-1968"), "SQL_ASCII");
  EXPECT_EQ(encoding_of_codeset(""), "SQL_ASCII");
}

TEST(locale_encoding, follows_the_environment) {
  ::setenv("LC_ALL", "C.UTF-8", 1);
  EXPECT_EQ(locale_encoding(), "UTF8");
  ::setenv("LC_ALL", "C", 1);
  EXPECT_EQ(locale_encoding(), "SQL_ASCII");
  ::setenv("LC_ALL", "no_such_locale", 1);
  EXPECT_EQ(locale_encoding(), "SQL_ASCII");
  ::unsetenv("LC_ALL");
}

}  // namespace
}  // namespace pgpipe::detail
