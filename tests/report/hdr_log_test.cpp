#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "node.hpp"

namespace pgpipe::test {
namespace {

struct logged_interval {
  double begin_ms = 0;
  double end_ms = 0;
  long count = 0;
  double longest_ns = 0;
};

std::vector<logged_interval> read_log(const std::vector<std::string>& arguments) {
  std::istringstream lines(node("read_hdr_log.mjs", arguments));
  std::vector<logged_interval> all;
  for (logged_interval each; lines >> each.begin_ms >> each.end_ms >> each.count >> each.longest_ns;) {
    all.push_back(each);
  }
  return all;
}

long count_of(const std::vector<logged_interval>& intervals) {
  long all = 0;
  for (const logged_interval& each : intervals) all += each.count;
  return all;
}

// HdrHistogram's own reader finds each second, each script and every transaction.
TEST(HdrLog, AReaderOfSomebodyElsesReadsIt) {
  const std::string quick = script_file("select 1;\n");
  const std::string slow = script_file("select pg_sleep(0.002);\n");
  const std::string log = new_file("latencies.hlog");
  const bench_outcome ran = run_bench({"-T", "3", "-c", "2", "-j", "2", "-f", quick, "-f", slow, "--hdr-log", log});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const std::vector<logged_interval> all = read_log({log});
  const std::vector<logged_interval> of_quick = read_log({log, quick});
  const std::vector<logged_interval> of_slow = read_log({log, slow});
  ASSERT_GE(all.size(), 3U);
  EXPECT_EQ(of_quick.size(), all.size());
  EXPECT_EQ(of_slow.size(), all.size());
  EXPECT_EQ(count_of(all), ran.processed());
  EXPECT_EQ(count_of(of_quick) + count_of(of_slow), ran.processed());
  for (std::size_t i = 0; i != all.size(); ++i) {
    if (i + 1 != all.size()) {
      EXPECT_NEAR(all[i].end_ms - all[i].begin_ms, 1000, 1);
      EXPECT_NEAR(all[i + 1].begin_ms, all[i].end_ms, 1);
    }
    if (of_slow[i].count > 0) {
      EXPECT_GE(of_slow[i].longest_ns, 2e6);
    }
    EXPECT_EQ(all[i].count, of_quick[i].count + of_slow[i].count);
  }
}

}  // namespace
}  // namespace pgpipe::test
