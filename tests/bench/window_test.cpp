#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench_process.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using testing::HasSubstr;

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i != times; ++i) all += text;
  return all;
}

// The shortest latency, in milliseconds, of at most 100 transactions: that which the machine disturbed least.
double shortest(const bench_outcome& outcome) {
  const std::size_t at = outcome.out.find("p1 = ");
  return at == std::string::npos ? -1 : std::stod(outcome.out.substr(at + 5));
}

class each_window : public testing::TestWithParam<std::tuple<std::string, std::string>> {};
INSTANTIATE_TEST_SUITE_P(modes, each_window,
                         testing::Combine(testing::Values("simple", "extended", "prepared"),
                                          testing::Values("slide", "block")),
                         [](const auto& each) { return std::get<0>(each.param) + "_" + std::get<1>(each.param); });

TEST_P(each_window, EveryStatementRunsOnceWhateverTheDepth) {
  const auto& [mode, window] = GetParam();
  ask("drop table if exists windowed; create table windowed (n int)");
  const std::string script = script_file(repeated("\\set n random(1, 1)\ninsert into windowed values (:n);\n", 23));
  long expected = 0;
  for (const char* depth : {"1", "2", "7", "23", "100"}) {
    const bench_outcome outcome =
        run_bench({"-t", "5", "-c", "3", "-j", "2", "-M", mode, "-f", script, "--depth", depth, "--window", window});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.processed(), 15);
    expected += 15 * 23;
    EXPECT_EQ(ask("select sum(n) from windowed"), std::to_string(expected));
  }
}

TEST_P(each_window, TheDepthIsTheNumberOfStatementsInARoundTrip) {
  const auto& [mode, window] = GetParam();
  const std::string script = script_file(repeated("select 1;\n", 12));
  const std::pair<const char*, double> round_trips[] = {{"1", 12}, {"4", 3}, {"12", 1}};
  for (const auto& [depth, trips] : round_trips) {
    const bench_outcome outcome = run_bench({"-t", "5", "-M", mode, "-f", script, "--depth", depth, "--window", window,
                                             "--rtt", "30ms", "--percentiles", "1"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GE(shortest(outcome), 30 * trips) << depth;
    EXPECT_LT(shortest(outcome), 60 * trips + 60) << depth;  // less than a depth a third as large would take at least
  }
}

TEST_P(each_window, AnErrorAbortsItsClientAndNothingIsSentAfterIt) {
  const auto& [mode, window] = GetParam();
  const std::string script = script_file("select 1;\nselect 1 / (:client_id - 1);\n" + repeated("select 2;\n", 10));
  const bench_outcome outcome =
      run_bench({"-t", "5", "-c", "2", "-M", mode, "-f", script, "--depth", "3", "--window", window});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.processed(), 5);
  EXPECT_THAT(outcome.err, HasSubstr("client 1 script 0 aborted in command 1"));
}

// Some fail for good, and the client goes on: with a Parse that failed as well.
TEST_P(each_window, FailuresAreCountedWithAllInFlightAnswered) {
  const auto& [mode, window] = GetParam();
  const std::string script = script_file("\\set n random(1, 4)\nselect 1;\nselect 10 / (:n - 1);\n" +
                                         repeated("select 3;\n", 4) + "select from nowhere_" + mode + window + ";\n");
  const bench_outcome outcome = run_bench({"-t", "20", "-M", mode, "-f", script, "--depth", "4", "--window", window,
                                           "--continue-on-error", "--random-seed", "5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("number of failed transactions: 20 (100.000%)"));
  ask("create table nowhere_" + mode + window + " ()");
  const bench_outcome some = run_bench({"-t", "40", "-M", mode, "-f", script, "--depth", "4", "--window", window,
                                        "--continue-on-error", "--random-seed", "5"});
  EXPECT_GT(some.processed(), 10);
  EXPECT_LT(some.processed(), 40);
  EXPECT_EQ(some.status, 0) << some.err;
}

TEST_P(each_window, SerializationFailuresAreRetriedAsOnes) {
  const auto& [mode, window] = GetParam();
  ask("drop table if exists contested; create table contested (n int); insert into contested values (0)");
  const std::string script = script_file(
      "begin isolation level repeatable read;\nselect n from contested;\n"
      "update contested set n = n + 1;\nend;\n");
  const bench_outcome outcome = run_bench({"-t", "30", "-c", "4", "-j", "2", "-M", mode, "-f", script, "--depth", "4",
                                           "--window", window, "--max-tries", "1000"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 120);
  EXPECT_EQ(ask("select n from contested"), "120");
}

TEST(Window, MistakesAreNamed) {
  const std::string script = script_file("select 1 as x \\gset\n");
  const bench_outcome answers = run_bench({"-f", script, "--depth", "2"});
  EXPECT_EQ(answers.status, 1);
  EXPECT_THAT(answers.err, HasSubstr("--depth cannot run this command"));
  const std::pair<std::vector<std::string>, std::string> wrong[] = {
      {{"--window", "slide"}, "--window is allowed only with --depth"},
      {{"--depth", "2", "--window", "glide"}, "invalid window (--window): \"glide\""},
      {{"--depth", "0"}, "--depth must be in range"},
      {{"--depth", "2", "-r"}, "-r cannot be used together with --depth"},
      {{"--rtt", "35"}, "invalid value \"35\" for --rtt"}};
  for (const auto& [options, text] : wrong) {
    const bench_outcome refused = run_bench(options);
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr(text));
  }
}

}  // namespace
}  // namespace pgpipe::test
