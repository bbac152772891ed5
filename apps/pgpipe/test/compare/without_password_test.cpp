#include "compare/without_password.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::compare {
namespace {

TEST(WithoutPassword, OfUris) {
  EXPECT_EQ(without_password("postgresql://me:se@cret@db:5432/x?sslmode=require"),
            "postgresql://me:***@db:5432/x?sslmode=require");
  EXPECT_EQ(without_password("postgres://db/x?password=secret&user=me&sslpassword=s"),
            "postgres://db/x?password=***&user=me&sslpassword=***");
  EXPECT_EQ(without_password("postgresql://me@db:5432/x@y"), "postgresql://me@db:5432/x@y");
  EXPECT_EQ(without_password("postgresql://db:5432"), "postgresql://db:5432");
}

TEST(WithoutPassword, OfConnectionStrings) {
  EXPECT_EQ(without_password("host=db password=secret user=me"), "host=db password=*** user=me");
  EXPECT_EQ(without_password("password = 'a \\' b' host=db"), "password = *** host=db");
  EXPECT_EQ(without_password("host=db password=a\\ b"), "host=db password=***");
  EXPECT_EQ(without_password("dbname=password host=db"), "dbname=password host=db");
  EXPECT_EQ(without_password("host=db password="), "host=db password=***");
}

TEST(WithoutPassword, OtherWordsStay) {
  for (const char* word : {"", "-c", "16", "mydb", "password", "/password/x.sql"}) {
    EXPECT_EQ(without_password(word), word);
  }
}

}  // namespace
}  // namespace pgpipe::app::compare
