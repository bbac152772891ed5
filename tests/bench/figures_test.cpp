#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench_process.hpp"
#include "support/server.hpp"

// What the report and the logs count, and what they leave out.
namespace pgpipe::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// The average of a run's only line of latency.
double latency_average_ms(const bench_outcome& outcome) {
  std::smatch found;
  return std::regex_search(outcome.out, found, std::regex("latency average = ([0-9.]+) ms")) ? std::stod(found[1]) : -1;
}

void execute(std::string_view sql) { (void)ask(sql); }

TEST(figures, loses_no_figure_of_a_script) {
  const bench_outcome outcome = run_bench({"-c", "4", "-j", "2", "-t", "500", "-f", script_file("select 1;"), "-f",
                                           script_file("select 2;"), "--percentiles", "50,99"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  long sum = 0;
  const std::regex processed(" - number of transactions actually processed: ([0-9]+)");
  for (std::sregex_iterator each(outcome.out.begin(), outcome.out.end(), processed), end; each != end; ++each) {
    sum += std::stol((*each)[1]);
  }
  EXPECT_EQ(sum, 2000);
}

// Each connection takes a second, so the set-up's does too.
TEST(figures, time_counts_from_when_all_are_connected) {
  const bench_outcome outcome =
      bench_process({"-n", "-c", "6", "-T", "1", "--percentiles", "50", "-f", script_file("select pg_sleep(0.1);"),
                     server_conninfo() + " options='-c post_auth_delay=1'"})
          .wait();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GE(outcome.time, std::chrono::milliseconds(3000));
  std::smatch found;
  ASSERT_TRUE(std::regex_search(outcome.out, found,
                                std::regex("initial connection time = ([0-9.]+) ms\n"
                                           "connection time percentiles: p50 = ([0-9.]+) ms\n")))
      << outcome.out;
  EXPECT_GE(std::stod(found[1]), 1000);
  EXPECT_LT(std::stod(found[1]), 3000) << "they must connect side by side";
  EXPECT_GE(std::stod(found[2]), 1000);
  EXPECT_GT(outcome.processed(), 24) << "the time to connect must not be part of the second";
}

TEST(figures, reports_percentiles) {
  const bench_outcome outcome = run_bench({"-c", "2", "-t", "20", "-r", "--percentiles", "10,50,100", "-f",
                                           script_file("\\set x random(1, 4)\nselect pg_sleep(0.005 * :x);\n")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::smatch found;
  ASSERT_TRUE(std::regex_search(
      outcome.out, found,
      std::regex("\nlatency percentiles: p10 = ([0-9.]+) ms, p50 = ([0-9.]+) ms, p100 = ([0-9.]+) ms\n")))
      << outcome.out;
  EXPECT_GE(std::stod(found[1]), 5);
  EXPECT_GE(std::stod(found[2]), std::stod(found[1]));
  EXPECT_GE(std::stod(found[3]), 10);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\nconnection time percentiles: p10 = "),
                                 HasSubstr("milliseconds (average, p50, p99) and failures:\n")));
}

TEST(figures, thinks_outside_the_latency_only_when_asked) {
  const std::string script = script_file("\\sleep 20 ms\nselect pg_sleep(0.005);\n\\sleep 30 ms\n");
  const std::vector<std::string> arguments{"-c", "2", "-t", "5", "-r", "--percentiles", "50", "-f", script};
  std::vector<std::string> thinking = arguments;
  thinking.emplace_back("--think-time");
  const bench_outcome inside = run_bench(arguments);
  const bench_outcome outside = run_bench(thinking);
  EXPECT_GE(latency_average_ms(inside), 55);
  EXPECT_GE(latency_average_ms(outside), 5);
  EXPECT_LT(latency_average_ms(outside), 40);
  EXPECT_GE(outside.time, std::chrono::milliseconds(250)) << "it must sleep all the same";
}

TEST(figures, warms_up_before_it_counts) {
  execute("drop table if exists warmed; create table warmed (a int)");
  const std::filesystem::path folder = script_file("") + ".logs";
  std::filesystem::create_directory(folder);
  const bench_outcome outcome =
      run_bench({"-c", "2", "-t", "10", "--warmup", "2", "-P", "1", "-l", "--log-prefix", folder / "x", "-f",
                 script_file("insert into warmed values (1);\nselect pg_sleep(0.02);\n")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 20);
  EXPECT_GT(std::stoi(ask("select count(*) from warmed")), 40);
  EXPECT_THAT(outcome.err, HasSubstr("progress: warming up, 1.0 s left\n"));
  EXPECT_GE(outcome.time, std::chrono::milliseconds(2200));
  std::ptrdiff_t lines = 0;
  for (const auto& each : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(each.path());
    lines += std::count(std::istreambuf_iterator<char>(in), {}, '\n');
  }
  EXPECT_EQ(lines, 20);
}

TEST(figures, time_counts_from_the_end_of_the_warm_up) {
  const bench_outcome outcome =
      run_bench({"-T", "1", "--warmup", "1", "--percentiles", "100", "-f", script_file("select pg_sleep(0.1);\n")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GE(outcome.time, std::chrono::milliseconds(2000));
  EXPECT_LE(outcome.processed(), 10);
  EXPECT_GE(outcome.processed(), 1);
}

}  // namespace
}  // namespace pgpipe::test
