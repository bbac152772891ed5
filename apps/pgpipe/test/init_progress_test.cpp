#include "bench/init_progress.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(InitProgress, EveryHundredThousandRows) {
  init_progress progress("pgbench_accounts", 300'000, false, false);
  EXPECT_FALSE(progress.at(99'000, seconds(60)));
  EXPECT_EQ(progress.at(100'000, milliseconds(250)),
            "100000 of 300000 tuples (33%) of pgbench_accounts done (elapsed 0.25 s, remaining 0.50 s)\n");
  EXPECT_EQ(progress.at(300'000, milliseconds(750)),
            "300000 of 300000 tuples (100%) of pgbench_accounts done (elapsed 0.75 s, remaining 0.00 s)\n");
  EXPECT_EQ(progress.clear(), "");
}

TEST(InitProgress, QuietlyEveryFiveSecondsAndAtTheEnd) {
  init_progress progress("pgbench_accounts", 1'000'000, true, false);
  EXPECT_FALSE(progress.at(100'000, milliseconds(4900)));
  EXPECT_TRUE(progress.at(200'000, milliseconds(5010)));
  EXPECT_FALSE(progress.at(300'000, milliseconds(9900)));
  EXPECT_TRUE(progress.at(400'000, milliseconds(10100)));
  EXPECT_TRUE(progress.at(1'000'000, milliseconds(10200)));
}

TEST(InitProgress, TableNeedNotBeNamed) {
  EXPECT_EQ(init_progress({}, 100'000, false, false).at(100'000, seconds(1)),
            "100000 of 100000 tuples (100%) done (elapsed 1.00 s, remaining 0.00 s)\n");
}

TEST(InitProgress, SmallTablesSayNothing) {
  EXPECT_FALSE(init_progress("pgbench_tellers", 10, true, false).at(10, seconds(0)));
  EXPECT_FALSE(init_progress("pgbench_tellers", 10, false, false).at(10, seconds(0)));
  EXPECT_TRUE(init_progress("pgbench_tellers", 100, true, false).at(100, seconds(0)));
}

TEST(InitProgress, TerminalLineIsOverwrittenAndCleared) {
  init_progress progress("t", 200'000, false, true);
  EXPECT_EQ(progress.clear(), "");
  const std::string first = progress.at(100'000, seconds(1000)).value();
  const std::string second = progress.at(200'000, seconds(2000)).value();
  EXPECT_EQ(first, "100000 of 200000 tuples (50%) of t done (elapsed 1000.00 s, remaining 1000.00 s)\r");
  EXPECT_EQ(second, "200000 of 200000 tuples (100%) of t done (elapsed 2000.00 s, remaining 0.00 s)  \r");
  EXPECT_EQ(first.size(), second.size());
  EXPECT_EQ(progress.clear(), std::string(second.size() - 3, ' ') + "\r");
}

}  // namespace
}  // namespace pgpipe::app::bench
