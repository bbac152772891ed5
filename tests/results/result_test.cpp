#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bench/histogram.hpp"
#include "bench_process.hpp"
#include "checker.hpp"
#include "results/hdr_encoding.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
namespace fs = std::filesystem;

using counters = std::vector<std::pair<std::int64_t, std::int64_t>>;

TEST(HdrEncoding, AnotherProgramDecodesTheSameCounters) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(0, 40);
  for (const int size : {0, 1, 2, 1000, 30'000}) {
    app::bench::histogram made;
    for (int i = 0; i != size; ++i) {
      made.add(std::chrono::nanoseconds(static_cast<std::int64_t>(std::exp2(exponent(random)))));
    }
    counters expected;
    made.for_each_bucket(
        [&](std::int64_t lowest, std::int64_t, std::int64_t count) { expected.emplace_back(lowest, count); });
    EXPECT_EQ(decode_hdr(app::encode_hdr(made)), expected) << size;
  }
}

TEST(HdrEncoding, LargeCountsAndTheFirstAndLastBuckets) {
  app::bench::histogram made;
  for (int i = 0; i != 300'000; ++i) made.add(std::chrono::nanoseconds(5));
  for (const std::int64_t ns : {0L, 1L, 2047L, 2048L, 4'000'000'000'000L}) made.add(std::chrono::nanoseconds(ns));
  const counters decoded = decode_hdr(app::encode_hdr(made));
  EXPECT_THAT(decoded, testing::SizeIs(6));
  EXPECT_EQ(decoded[0], (std::pair<std::int64_t, std::int64_t>(0, 1)));
  EXPECT_EQ(decoded[2], (std::pair<std::int64_t, std::int64_t>(5, 300'000)));
}

class Result : public testing::Test {
 protected:
  // A file that does not exist yet, in a folder of its own.
  std::string file = script_file("") + ".json";

  json read() const { return json::parse(content_of(file)); }
};

TEST_F(Result, IsWhatItsSchemaSaysAndWhatTheReportSays) {
  const std::string quick = script_file("\\set n random(1, 10)\nselect :n;\nselect 2;\n");
  const std::string slow = script_file("select pg_sleep(0.001);\n");
  const bench_outcome outcome = run_bench({"-T", "2", "-c", "3", "-j", "2", "-M", "prepared", "-f", quick + "@3", "-f",
                                           slow, "--json", file, "--random-seed", "18446744073709551615"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(schema_errors("pgpipe-bench.schema.json", file), "");
  const json result = read();
  EXPECT_EQ(result["random_seed"], "18446744073709551615");
  EXPECT_EQ(result["settings"]["clients"], 3);
  EXPECT_EQ(result["totals"]["transactions"]["processed"], outcome.processed());
  EXPECT_EQ(result["scripts"][0]["text"], content_of(quick));
  EXPECT_EQ(result["scripts"][0]["statements"], 2);
  EXPECT_NE(result["scripts"][0]["sha256"], result["scripts"][1]["sha256"]);
  long seconds = 0;
  for (const json& each : result["series"]) seconds += each["processed"].get<long>();
  EXPECT_EQ(seconds, outcome.processed());
  EXPECT_GE(result["series"].size(), 2U);
  EXPECT_GT(result["client"]["sends"].get<long>(), outcome.processed());
  EXPECT_GT(result["client"]["bytes_received"].get<long>(), result["client"]["receives"].get<long>());
  long in_histogram = 0;
  for (const auto& [value, count] : decode_hdr(result["totals"]["latency"]["hdr"].get<std::string>())) {
    in_histogram += count;
  }
  EXPECT_EQ(in_histogram, outcome.processed());
}

TEST_F(Result, EveryKindOfRunHasAValidResult) {
  const std::string script = script_file("select 1;\nselect 2;\n");
  const std::vector<std::vector<std::string>> runs = {
      {"-t", "5", "--depth", "2", "--window", "block"},
      {"-t", "5", "--sync", "atomic", "-M", "extended"},
      {"-T", "1", "-R", "100", "-L", "50", "-c", "2"},
      {"-t", "5", "-C"},
      {"-t", "3", "--rtt", "3ms", "--jitter", "1ms", "--bandwidth", "1MB", "--stall-at", "1s:1ms", "--segment", "9"},
      {"-T", "1", "--warmup", "1", "-D", "x=1", "--max-tries", "3"}};
  for (std::vector<std::string> arguments : runs) {
    arguments.insert(arguments.end(), {"-f", script, "--json", file});
    const bench_outcome outcome = run_bench(arguments);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(schema_errors("pgpipe-bench.schema.json", file), "") << testing::PrintToString(arguments);
  }
}

TEST_F(Result, ErrorsAreCountedByTheirSqlstate) {
  const std::string script = script_file("\\set n random(0, 1)\nselect 1 / :n;\nselect 2;\n");
  const bench_outcome outcome = run_bench({"-t", "50", "-f", script, "--continue-on-error", "--json", file});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(schema_errors("pgpipe-bench.schema.json", file), "");
  const json totals = read()["totals"];
  EXPECT_EQ(totals["errors_by_sqlstate"]["22012"], totals["transactions"]["failed"]);
  EXPECT_GT(totals["transactions"]["failed"].get<int>(), 5);
  const bench_outcome aborted = run_bench({"-t", "50", "-f", script, "--json", file});
  EXPECT_EQ(aborted.status, 2);
  EXPECT_EQ(read()["totals"]["errors_by_sqlstate"]["22012"], 1);
  EXPECT_EQ(read()["totals"]["aborted"], true);
}

TEST_F(Result, WhatCannotBeWrittenIsSaidBeforeTheRun) {
  const std::string script = script_file("select 1;\n");
  for (const char* option : {"--json", "--hdr-log"}) {
    const bench_outcome outcome = run_bench({"-t", "1", "-f", script, option, "/nonexistent/folder/r.json"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("error: could not write \"/nonexistent/folder/r.json\": No such file"));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("tps")));
  }
}

TEST_F(Result, ARunThatFailsLeavesNoFileAndNotTheOldOneBroken) {
  const fs::path folder = fs::path(file).parent_path() / "kept";
  fs::create_directory(folder);
  const std::string kept = (folder / "r.json").string();
  const bench_outcome failed = run_bench({"-t", "1", "-f", "/nonexistent.sql", "--json", kept});
  EXPECT_EQ(failed.status, 1);
  EXPECT_TRUE(fs::is_empty(folder));
  ASSERT_EQ(run_bench({"-t", "1", "-f", script_file("select 1;\n"), "--json", kept}).status, 0);
  const std::string before = content_of(kept);
  const bench_outcome unreachable =
      bench_process({"-n", "-t", "1", "-f", script_file("select 1;\n"), "--json", kept, "host=/nonexistent"}).wait();
  EXPECT_EQ(unreachable.status, 1);
  EXPECT_EQ(content_of(kept), before);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

// The lines of a log behind its head.
std::vector<std::string> intervals_of(const std::string& log) {
  std::istringstream lines(log);
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  EXPECT_GE(all.size(), 4U);
  EXPECT_THAT(all[0], StartsWith("#[pgpipe bench "));
  EXPECT_EQ(all[1], "#[Histogram log format version 1.3]");
  EXPECT_THAT(all[2], testing::MatchesRegex("#\\[StartTime: [0-9]+\\.[0-9]{3} \\(seconds since epoch\\), .*Z\\]"));
  EXPECT_EQ(all[3], "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"");
  return {all.begin() + 4, all.end()};
}

TEST_F(Result, TheHdrLogHasALineForEachSecondAndScriptAndOneForAll) {
  const std::string one = script_file("select 1;\n");
  const std::string two = script_file("select 2;\n");
  const bench_outcome outcome =
      run_bench({"-T", "2", "-c", "3", "-j", "2", "-R", "500", "-f", one, "-f", two, "--hdr-log", file});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::vector<std::string> lines = intervals_of(content_of(file));
  ASSERT_EQ(lines.size() % 3, 0U);
  ASSERT_GE(lines.size(), 6U);
  const auto count_of = [](const std::string& line) {
    long total = 0;
    for (const auto& [value, count] : decode_hdr(line.substr(line.rfind(',') + 1))) total += count;
    return total;
  };
  long all = 0;
  for (std::size_t i = 0; i != lines.size(); i += 3) {
    EXPECT_THAT(lines[i], StartsWith("Tag=" + one + ","));
    EXPECT_THAT(lines[i + 1], StartsWith("Tag=" + two + ","));
    EXPECT_EQ(count_of(lines[i]) + count_of(lines[i + 1]), count_of(lines[i + 2]));
    all += count_of(lines[i + 2]);
  }
  EXPECT_EQ(all, outcome.processed());
}

// No transaction is missing in the seconds or twice there, and each one's latency is what it is in the total.
TEST_F(Result, TheSecondsHistogramsAddUpToTheTotals) {
  const bench_outcome outcome =
      run_bench({"-T", "2", "-c", "4", "-j", "2", "-f", script_file("select 1;\n"), "--json", file});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json result = read();
  std::map<std::int64_t, std::int64_t> summed;
  for (const json& each : result["series"]) {
    long count = 0;
    for (const auto& [value, counted] : decode_hdr(each["hdr"].get<std::string>())) {
      summed[value] += counted;
      count += counted;
    }
    EXPECT_EQ(count, each["processed"].get<long>());
  }
  EXPECT_EQ(counters(summed.begin(), summed.end()), decode_hdr(result["totals"]["latency"]["hdr"].get<std::string>()));
  EXPECT_EQ(result["series"].back()["end_s"], result["totals"]["duration_s"]);
  EXPECT_EQ(result["series"][0]["end_s"], 1.0);
}

TEST_F(Result, FailIfDecidesTheExitStatus) {
  const std::string script = script_file("select 1;\n");
  const auto status = [&](const std::string& condition) {
    return run_bench({"-t", "10", "-f", script, "--fail-if", condition}).status;
  };
  EXPECT_EQ(status("p99 > 100s"), 0);
  EXPECT_EQ(status("p99 > 1ns"), 3);
  EXPECT_EQ(status("average<=1min"), 3);
  EXPECT_EQ(status("tps < 0.001"), 0);
  EXPECT_EQ(status("tps >= 0.001"), 3);
  EXPECT_EQ(status("failed > 0"), 0);
  EXPECT_EQ(status("p99 > 10"), 1);
  EXPECT_EQ(status("speed < 1"), 1);
  EXPECT_EQ(status("ratio < 1"), 1);
  const bench_outcome held = run_bench({"-t", "10", "-f", script, "--fail-if", "maximum > 1ns"});
  EXPECT_THAT(held.err, HasSubstr("error: --fail-if maximum > 1ns: it is "));
  EXPECT_THAT(held.err, testing::ContainsRegex("it is [0-9]+\\.[0-9]{3} ms\n"));
  EXPECT_THAT(held.out, HasSubstr("tps = "));
  const bench_outcome failing =
      run_bench({"-t", "2", "--continue-on-error", "-f", script_file("select 1 / 0;\n"), "--fail-if", "p99 > 10ms"});
  EXPECT_EQ(failing.status, 3);
  EXPECT_THAT(failing.err, HasSubstr("it is not known, no transaction succeeded"));
}

// A stall of the link, seen from the planned starts: every transaction planned in it was late, not only the one that
// was under way.
TEST_F(Result, AStallOfOneSecondShowsInThePlannedStartsPercentiles) {
  const bench_outcome outcome = run_bench(
      {"-T", "4", "-R", "200", "-c", "2", "-f", script_file("select 1;\n"), "--stall-at", "1500ms:1s", "--json", file});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json result = read();
  const json& totals = result["totals"];
  EXPECT_GE(totals["latency"]["p99_ms"].get<double>(), 800.0);
  EXPECT_LT(totals["latency"]["p50_ms"].get<double>(), 500.0);
  EXPECT_LT(totals["service"]["p95_ms"].get<double>(), 500.0);
  long least = 1000;
  for (const json& each : result["series"]) {
    if (each["end_s"].get<double>() < 3.9) least = std::min(least, each["processed"].get<long>());
  }
  EXPECT_LT(least, 150);
}

}  // namespace
}  // namespace pgpipe::test
