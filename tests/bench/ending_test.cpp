#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench_process.hpp"
#include "embedded/private_cluster.hpp"
#include "support/server.hpp"

// Runs that end before their time print what they have.
namespace pgpipe::test {
namespace {

namespace fs = std::filesystem;

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// A folder for the logs of one run.
class log_folder {
 public:
  log_folder() : path_(script_file("") + ".logs") { fs::create_directory(path_); }

  [[nodiscard]] std::string prefix() const { return path_ / "x"; }
  // Of all files; -1 when one does not end at a line's end.
  [[nodiscard]] long lines() const {
    long lines = 0;
    for (const auto& each : fs::directory_iterator(path_)) {
      std::ifstream in(each.path());
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      if (!text.empty() && text.back() != '\n') return -1;
      lines += std::count(text.begin(), text.end(), '\n');
    }
    return lines;
  }

 private:
  fs::path path_;
};

bench_outcome interrupt(const std::vector<std::string>& arguments, int signal, milliseconds after = milliseconds(900)) {
  std::vector<std::string> all = arguments;
  all.insert(all.end(), {"-n", server_conninfo()});
  bench_process running(all);
  std::this_thread::sleep_for(after);
  ::kill(running.pid(), signal);
  const auto sent = std::chrono::steady_clock::now();
  bench_outcome outcome = running.wait(seconds(20));
  EXPECT_LT(std::chrono::steady_clock::now() - sent, seconds(5)) << "it must end at once";
  return outcome;
}

TEST(ending, a_signal_ends_the_run_with_what_it_has) {
  for (const auto& [signal, name] : {std::pair(SIGINT, "SIGINT"), {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}) {
    const log_folder logs;
    const bench_outcome outcome = interrupt({"-c", "4", "-j", "2", "-T", "60", "-l", "--log-prefix", logs.prefix(),
                                             "-f", script_file("select pg_sleep(0.01);\n")},
                                            signal);
    EXPECT_EQ(outcome.status, -signal);
    EXPECT_GT(outcome.processed(), 20);
    EXPECT_EQ(logs.lines(), outcome.processed());
    EXPECT_THAT(outcome.out, HasSubstr("duration: 60 s\n"));
    EXPECT_THAT(outcome.out, HasSubstr(std::string("\nended early: by ") + name + " after "));
    EXPECT_THAT(outcome.out, HasSubstr("\ntps = "));
    EXPECT_EQ(outcome.err,
              std::string("pgpipe: error: Run was ended by ") + name + "; the above results are incomplete.\n");
  }
}

TEST(ending, a_blocked_read_is_interrupted) {
  const bench_outcome outcome = interrupt({"-T", "60", "-f", script_file("select 1;\nselect pg_sleep(60);\n")}, SIGINT);
  EXPECT_EQ(outcome.status, -SIGINT);
  EXPECT_EQ(outcome.processed(), 0);
  EXPECT_THAT(outcome.err, Not(HasSubstr("aborted")));
}

TEST(ending, every_state_of_a_client_can_be_ended) {
  const std::string sleeping = script_file("\\sleep 60 s\n");
  const std::string without_sql = script_file("\\set x 1\n");
  const std::string one = script_file("select 1;\n");
  const std::string pipeline = script_file("\\startpipeline\nselect 1;\nselect pg_sleep(60);\n\\endpipeline\n");
  const std::vector<std::vector<std::string>> runs = {{"-f", sleeping},
                                                      {"-c", "3", "-f", sleeping},
                                                      {"-f", without_sql},
                                                      {"-f", one},
                                                      {"-C", "-f", one},
                                                      {"-C", "-c", "3", "-f", one},
                                                      {"-f", pipeline, "-M", "prepared"}};
  for (std::vector<std::string> arguments : runs) {
    arguments.insert(arguments.end(), {"-T", "60"});
    const bench_outcome outcome = interrupt(arguments, SIGTERM, milliseconds(400));
    EXPECT_EQ(outcome.status, -SIGTERM) << testing::PrintToString(arguments);
    EXPECT_GE(outcome.processed(), 0);
    EXPECT_EQ(outcome.err, "pgpipe: error: Run was ended by SIGTERM; the above results are incomplete.\n");
  }
}

TEST(ending, a_warm_up_that_is_interrupted_has_no_figures) {
  const bench_outcome outcome =
      interrupt({"-T", "60", "--warmup", "60", "-f", script_file("select pg_sleep(0.01);\n")}, SIGINT);
  EXPECT_EQ(outcome.status, -SIGINT);
  EXPECT_EQ(outcome.processed(), 0);
  EXPECT_THAT(outcome.out, Not(HasSubstr("tps")));
}

TEST(ending, a_lost_server_leaves_figures_and_whole_logs) {
  auto cluster = value_or_throw(app::private_cluster::start());
  const log_folder logs;
  bench_process running({"-n", "-c", "4", "-j", "2", "-T", "60", "-l", "--log-prefix", logs.prefix(), "-f",
                         script_file("select pg_sleep(0.01);\n"), cluster.conninfo()});
  std::this_thread::sleep_for(milliseconds(900));
  ::kill(cluster.server_pid(), SIGQUIT);
  const bench_outcome outcome = running.wait(seconds(20));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_GT(outcome.processed(), 20);
  EXPECT_EQ(logs.lines(), outcome.processed());
  EXPECT_THAT(outcome.out, HasSubstr("\ntps = "));
  EXPECT_THAT(outcome.err, HasSubstr("pgpipe: error: Run was aborted; the above results are incomplete.\n"));
}

TEST(ending, progress_goes_on_until_the_last_client_ends) {
  const bench_outcome outcome =
      run_bench({"-c", "2", "-j", "2", "-t", "1", "-P", "1", "-f",
                 script_file("\\if :client_id = 0\nselect 1;\n\\else\nselect pg_sleep(3.3);\n\\endif\n")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, ContainsRegex("progress: 1\\.[0-9] s, [01]\\.[0-9] tps"));
  EXPECT_THAT(outcome.err, ContainsRegex("progress: 3\\.[0-9] s, 0\\.0 tps"));
}

}  // namespace
}  // namespace pgpipe::test
