#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "contest.hpp"

namespace pgpipe::test {
namespace {

namespace fs = std::filesystem;

using command_line = std::vector<std::string>;
using table = std::vector<std::vector<std::string>>;

// The logs of one run by thread, each line split into its columns.
struct run_with_logs {
  program_result result;
  std::map<int, table> logs;

  [[nodiscard]] long processed() const {
    constexpr std::string_view label = "number of transactions actually processed: ";
    const std::size_t at = result.out.find(label);
    return at == std::string::npos ? -1 : std::stol(result.out.substr(at + label.size()));
  }
};

table read_table(const fs::path& file) {
  table lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    lines.emplace_back();
    for (std::string word; words >> word;) lines.back().push_back(word);
  }
  return lines;
}

class BenchLog : public contest {
 protected:
  using program = program_result (*)(std::vector<std::string>, const std::string&);

  static run_with_logs run(program contender, command_line arguments, const std::string& script) {
    const fs::path folder = fs::temp_directory_path() / ("pgpipe_bench_log_" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directory(folder);
    arguments.insert(arguments.end(), {"-n", "-l", "--log-prefix=" + (folder / "x").string(), "-f", "-"});
    run_with_logs done{contender(arguments, script), {}};
    const std::regex name("x\\.[0-9]+(?:\\.([0-9]+))?");
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string file = entry.path().filename();
      std::smatch found;
      EXPECT_TRUE(std::regex_match(file, found, name)) << file;
      done.logs[found[1].matched ? std::stoi(found[1]) : 0] = read_table(entry.path());
    }
    fs::remove_all(folder);
    return done;
  }
};

// Without what differs from run to run: times.
table identities(const table& log) {
  table lines;
  for (const auto& line : log) lines.push_back({line.at(0), line.at(1), line.at(3)});
  return lines;
}

TEST_F(BenchLog, EveryTransactionHasTheSameLine) {
  const command_line arguments = {"-c", "2", "-j", "2", "-t", "40", "--random-seed=5"};
  const run_with_logs theirs = run(pgbench, arguments, "select 1;\n");
  const run_with_logs ours = run(pgpipe_15, arguments, "select 1;\n");
  ASSERT_EQ(theirs.logs.size(), 2U);
  ASSERT_EQ(ours.logs.size(), 2U);
  for (const auto& [thread, log] : theirs.logs) EXPECT_EQ(identities(ours.logs.at(thread)), identities(log));
}

TEST_F(BenchLog, ASeedSamplesTheSameTransactions) {
  const command_line arguments = {"-c", "2", "-j", "2", "-t", "60", "--random-seed=7", "--sampling-rate=0.3"};
  const run_with_logs theirs = run(pgbench, arguments, "select 1;\n");
  const run_with_logs ours = run(pgpipe_15, arguments, "select 1;\n");
  ASSERT_EQ(theirs.logs.size(), 2U);
  for (const auto& [thread, log] : theirs.logs) {
    EXPECT_GT(log.size(), 0U);
    EXPECT_LT(log.size(), 60U);
    EXPECT_EQ(identities(ours.logs.at(thread)), identities(log));
  }
  EXPECT_EQ(ours.processed(), 120);
}

// The starts of intervals follow each other, and every field is a whole number.
void expect_intervals(const table& log, std::size_t columns, long seconds) {
  const std::regex number("[0-9]+");
  for (std::size_t i = 0; i != log.size(); ++i) {
    ASSERT_EQ(log[i].size(), columns);
    for (const std::string& field : log[i]) EXPECT_TRUE(std::regex_match(field, number)) << field;
    EXPECT_EQ(std::stol(log[i][0]), std::stol(log[0][0]) + static_cast<long>(i) * seconds);
  }
}

long sum_of(const std::map<int, table>& logs, std::size_t column) {
  long sum = 0;
  for (const auto& [thread, log] : logs) {
    for (const auto& line : log) sum += std::stol(line.at(column));
  }
  return sum;
}

TEST_F(BenchLog, IntervalsLoseNothing) {
  const command_line arguments = {"-c", "2", "-j", "2", "-T", "2", "--aggregate-interval=1"};
  const std::string script = "select pg_sleep(0.005);\n";
  const run_with_logs theirs = run(pgbench, arguments, script);
  const run_with_logs ours = run(pgpipe_15, arguments, script);
  ASSERT_EQ(theirs.logs.size(), 2U);
  ASSERT_EQ(ours.logs.size(), 2U);
  for (const auto& [thread, log] : theirs.logs) expect_intervals(log, 15, 1);
  for (const auto& [thread, log] : ours.logs) {
    expect_intervals(log, 15, 1);
    EXPECT_GE(log.size(), 2U);
    for (const auto& line : log) {
      if (line[1] == "0") continue;
      EXPECT_GE(std::stol(line[4]), 5000) << "shortest latency";
      EXPECT_GE(std::stol(line[5]), std::stol(line[4]));
    }
  }
  EXPECT_LT(sum_of(theirs.logs, 1), theirs.processed()) << "what we do better is no longer so";
  EXPECT_EQ(sum_of(ours.logs, 1), ours.processed());
}

TEST_F(BenchLog, EmptyIntervalsAreTold) {
  const run_with_logs ours = run(pgpipe, {"-t", "1", "--aggregate-interval=1"}, "select pg_sleep(2.1);\n");
  const table& log = ours.logs.at(0);
  expect_intervals(log, 16, 1);
  ASSERT_GE(log.size(), 3U);
  EXPECT_EQ(log[0][1], "0");
  EXPECT_EQ(log[1][1], "0");
  EXPECT_EQ(sum_of(ours.logs, 1), 1);
}

}  // namespace
}  // namespace pgpipe::test
