#include "bench/init_rows.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

std::string rows(standard_table table, std::int64_t first, std::int64_t last) {
  std::string text;
  append_rows(text, table, first, last);
  return text;
}

TEST(InitRows, Branches) { EXPECT_EQ(rows(standard_table::branches, 0, 2), "1\t0\t\\N\n2\t0\t\\N\n"); }

TEST(InitRows, TellersBelongToBranchesByTen) {
  EXPECT_EQ(rows(standard_table::tellers, 9, 11), "10\t1\t0\t\\N\n11\t2\t0\t\\N\n");
}

TEST(InitRows, AccountsBelongToBranchesByHundredThousand) {
  EXPECT_EQ(rows(standard_table::accounts, 99'999, 100'001), "100000\t1\t0\t\n100001\t2\t0\t\n");
}

TEST(InitRows, LargestNumbersFit) {
  EXPECT_EQ(rows(standard_table::accounts, 9'223'372'036'854'775'806, 9'223'372'036'854'775'807),
            "9223372036854775807\t92233720368548\t0\t\n");
}

TEST(InitRows, AppendsToWhatIsThere) {
  std::string text = "x";
  append_rows(text, standard_table::branches, 0, 0);
  EXPECT_EQ(text, "x");
  append_rows(text, standard_table::branches, 4, 5);
  EXPECT_EQ(text, "x5\t0\t\\N\n");
}

}  // namespace
}  // namespace pgpipe::app::bench
