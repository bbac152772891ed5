#include "compare/sample.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::app::compare {
namespace {

using testing::HasSubstr;

TEST(Sample, OfPgbenchsReport) {
  const auto read = read_pgbench_report(
      "pgbench (15.20)\ntransaction type: <builtin: select only>\nscaling factor: 1\n"
      "number of transactions actually processed: 12345\nnumber of failed transactions: 7 (0.057%)\n"
      "latency average = 0.081 ms\ninitial connection time = 2.1 ms\n"
      "tps = 12345.678901 (without initial connection time)\n");
  ASSERT_TRUE(read);
  EXPECT_DOUBLE_EQ(read->tps, 12345.678901);
  EXPECT_EQ(read->average_ms, 0.081);
  EXPECT_EQ(read->transactions, 12345);
  EXPECT_EQ(read->failed, 7);
  EXPECT_EQ(read->p99_ms, std::nullopt);
  EXPECT_FALSE(read_pgbench_report("pgbench (15.20)\n"));
}

TEST(Sample, AnotherFormatOrVersionIsNotRead) {
  EXPECT_THAT(read_bench_result("").error().text(), HasSubstr("no result of pgpipe bench"));
  EXPECT_THAT(read_bench_result("[1]").error().text(), HasSubstr("no result of pgpipe bench"));
  EXPECT_THAT(read_bench_result(R"({"format": "pgpipe-bench", "schema_version": 99})").error().text(),
              HasSubstr("schema version 99, where 1 is read"));
  EXPECT_THAT(read_bench_result(R"({"format": "pgpipe-bench", "schema_version": 1})").error().text(),
              HasSubstr("not whole"));
}

}  // namespace
}  // namespace pgpipe::app::compare
