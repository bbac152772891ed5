#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "bench_process.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// The number that the report has behind `label`, or after `words` within that line; -1 where there is none.
double figure(const std::string& report, const std::string& label, const std::string& words = "") {
  const std::size_t line = report.find(label);
  if (line == std::string::npos) return -1;
  const std::size_t at = report.find(words, line + label.size());
  return at == std::string::npos ? -1 : std::strtod(report.c_str() + at + words.size(), nullptr);
}

std::vector<std::string> log_lines(const std::string& prefix) {
  std::vector<std::string> lines;
  const std::filesystem::path base(prefix);
  for (const auto& each : std::filesystem::directory_iterator(base.parent_path())) {
    if (!each.path().filename().string().starts_with(base.filename().string())) continue;
    std::ifstream in(each.path());
    for (std::string line; std::getline(in, line);) lines.push_back(line);
  }
  return lines;
}

TEST(throttle, keeps_the_pace) {
  const bench_outcome outcome =
      run_bench({"-R", "200", "-T", "2", "-c", "4", "-j", "2", "-f", script_file("select 1;"), "-P", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GT(outcome.processed(), 300);
  EXPECT_LT(outcome.processed(), 500);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("latency stddev = "), HasSubstr("rate limit schedule lag: avg "),
                                 HasSubstr("service time average = "), HasSubstr("transactions started late: "),
                                 Not(HasSubstr("skipped"))));
  EXPECT_THAT(outcome.err, HasSubstr(", lag "));
  EXPECT_LT(figure(outcome.out, "number of transactions dropped: "), 4) << "the end may come between plan and start";
}

TEST(throttle, waits_where_it_would_connect_too) {
  const bench_outcome outcome = run_bench({"-R", "100", "-C", "-t", "10", "-c", "2", "-f", script_file("select 1;")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 20);
  EXPECT_GT(figure(outcome.out, "rate limit schedule lag: avg "), 0.1) << "connecting is part of the lag";
}

// One client can run 20 transactions a second at most, and 60 are planned: a queue grows. How many it runs is for the
// machine to say, how all of it fits together is not.
TEST(throttle, tells_what_was_late_and_what_was_dropped) {
  const bench_outcome outcome =
      run_bench({"-R", "60", "-T", "2", "--random-seed=3", "-f", script_file("select pg_sleep(0.05);")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const double late = figure(outcome.out, "number of transactions started late: ");
  const double waiting = figure(outcome.out, "number of transactions started late: ", "at most ");
  const double dropped = figure(outcome.out, "number of transactions dropped: ");
  const double service = figure(outcome.out, "service time average = ");
  const auto processed = static_cast<double>(outcome.processed());
  EXPECT_GT(late, processed / 2);
  EXPECT_LE(late, processed);
  EXPECT_NEAR(processed + dropped, 120, 30);
  EXPECT_GE(dropped, 60);
  EXPECT_NEAR(waiting, dropped, 10);
  EXPECT_GE(service, 50);
  EXPECT_GT(figure(outcome.out, "latency average = "), 2 * service);
  EXPECT_THAT(outcome.err, HasSubstr("transactions of the schedule were never started"));
}

TEST(throttle, skips_what_is_too_late) {
  const std::string prefix = script_file("") + ".log";
  const bench_outcome outcome = run_bench({"-R", "100", "-L", "20", "-t", "150", "-l", "--log-prefix", prefix, "-f",
                                           script_file("select pg_sleep(0.05);"), "-P", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const double skipped = figure(outcome.out, "number of transactions skipped: ");
  EXPECT_GT(skipped, 50);
  EXPECT_EQ(static_cast<double>(outcome.processed()) + skipped, 150);
  EXPECT_EQ(figure(outcome.out, "number of transactions dropped: "), 0) << "they were counted, and that was all";
  EXPECT_EQ(figure(outcome.out, "number of transactions above the 20.0 ms latency limit: "), outcome.processed());
  EXPECT_LT(figure(outcome.out, "rate limit schedule lag: ", "max "), 25);
  EXPECT_THAT(outcome.err, HasSubstr(" skipped\n"));
  const std::vector<std::string> lines = log_lines(prefix);
  ASSERT_EQ(lines.size(), 150U);
  const std::regex form("0 \\d+ (skipped 0 \\d+ \\d+ 0|\\d+ 0 \\d+ \\d+ \\d+)");
  double logged_skips = 0;
  for (const std::string& line : lines) {
    EXPECT_TRUE(std::regex_match(line, form)) << line;
    if (line.find("skipped") != std::string::npos) ++logged_skips;
  }
  EXPECT_EQ(logged_skips, skipped);
}

// Slots that are skipped can never catch up with the clock.
TEST(throttle, an_impossible_rate_ends_in_time) {
  const bench_outcome outcome =
      run_bench({"-R", "1e12", "-L", "1", "-T", "1", "-c", "2", "-f", script_file("select 1;")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_LT(outcome.time, milliseconds(8000));
}

TEST(throttle, a_limit_without_rate_only_counts) {
  const bench_outcome outcome = run_bench(
      {"-L", "200", "-t", "2", "-f", script_file("\\set t :client_id * 400\n\\sleep :t ms\nselect 1;\n"), "-c", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 4);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("latency limit: 2/4 (50.000%)\n"), Not(HasSubstr("skipped")),
                                 Not(HasSubstr("schedule lag")), Not(HasSubstr("service time"))));
}

TEST(throttle, a_stall_shows_in_every_transaction_that_was_planned_in_it) {
  connection on = value_or_throw(connection::open(server_conninfo()));
  (void)value_or_throw(on.exec("drop table if exists stalled; create table stalled ()"));
  bench_process running({"-n", "-R", "100", "-T", "4", "-c", "2", "--percentiles=50,99.9", "-f",
                         script_file("select count(*) from stalled;"), server_conninfo()});
  while (ask("select count(*) from pg_stat_activity where query like 'select count(*) from stalled%'") == "0")
    std::this_thread::sleep_for(milliseconds(10));
  std::this_thread::sleep_for(milliseconds(500));
  (void)value_or_throw(on.exec("begin; lock table stalled; select pg_sleep(2); end"));
  const bench_outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GT(outcome.processed(), 300);
  EXPECT_GT(figure(outcome.out, "latency maximum = "), 1800);
  EXPECT_GT(figure(outcome.out, "latency percentiles:", "p99.9 = "), 1700);
  EXPECT_GT(figure(outcome.out, "schedule lag percentiles:", "p99.9 = "), 1700);
  EXPECT_LT(figure(outcome.out, "service time percentiles:", "p50 = "), 100);
  EXPECT_GT(figure(outcome.out, "rate limit schedule lag: ", "max "), 1700);
  EXPECT_GT(figure(outcome.out, "latency average = "), 300) << "half of them waited a second on average";
  EXPECT_LT(figure(outcome.out, "service time average = "), 100) << "only two of them were at the server";
  EXPECT_GT(figure(outcome.out, "service time average = ", "max "), 1800);
  EXPECT_GT(figure(outcome.out, "number of transactions started late: "), 150);
  EXPECT_GT(figure(outcome.out, "number of transactions started late: ", "at most "), 140);
}

TEST(throttle, progress_may_show_the_time_of_day) {
  const bench_outcome outcome =
      run_bench({"-T", "2", "-P", "1", "--progress-timestamp", "-f", script_file("select pg_sleep(0.1);")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(std::regex_search(outcome.err, std::regex("^progress: \\d{10,}\\.\\d{3} s, "))) << outcome.err;
}

}  // namespace
}  // namespace pgpipe::test
