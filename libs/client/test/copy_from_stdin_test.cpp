#include "copy_from_stdin.hpp"

#include <gtest/gtest.h>

namespace pgpipe::detail {
namespace {

TEST(CopyFromStdinTest, KnowsItFromItsWords) {
  EXPECT_TRUE(is_copy_from_stdin("copy t from stdin"));
  EXPECT_TRUE(is_copy_from_stdin("/* a /* b */ */ COPY s.\"from\" (a, b)\n FROM -- x\n STDIN (format csv)"));
  EXPECT_TRUE(is_copy_from_stdin("copy\tt(a)from stdin"));
}

TEST(CopyFromStdinTest, IsNotFooledByQueriesAndNames) {
  EXPECT_FALSE(is_copy_from_stdin(""));
  EXPECT_FALSE(is_copy_from_stdin("copy"));
  EXPECT_FALSE(is_copy_from_stdin("copy t from"));
  EXPECT_FALSE(is_copy_from_stdin("select 'copy t from stdin'"));
  EXPECT_FALSE(is_copy_from_stdin("copy (select * from stdin) to stdout"));
  EXPECT_FALSE(is_copy_from_stdin("copy \"from stdin\" to stdout"));
  EXPECT_FALSE(is_copy_from_stdin("copy t from 'stdin'"));
  EXPECT_FALSE(is_copy_from_stdin("copy t to stdout (delimiter ''"));
}

}  // namespace
}  // namespace pgpipe::detail
