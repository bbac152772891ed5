#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "contest.hpp"
#include "report_text.hpp"

namespace pgpipe::test {
namespace {

using command_line = std::vector<std::string>;

std::string shown(const command_line& arguments) {
  std::string text;
  for (const std::string& argument : arguments) text += " " + argument;
  return text;
}

class BenchReport : public contest {
 protected:
  static void SetUpTestSuite() {
    contest::SetUpTestSuite();
    for (const char* database : {"by_pgbench", "by_pgpipe"}) {
      const program_result made = run_program({tool("pgbench"), "-i", "-q"}, environment(database));
      ASSERT_EQ(made.status, 0) << made.err;
    }
  }

  static void compare(const command_line& arguments, const std::string& input = {}) {
    SCOPED_TRACE(shown(arguments));
    const program_result theirs = pgbench(arguments, input);
    const program_result ours = pgpipe_15(arguments, input);
    EXPECT_EQ(ours.status, theirs.status) << ours.err;
    EXPECT_EQ(body(ours), body(theirs));
    EXPECT_EQ(like_theirs(ours.err), theirs.err);
  }
};

TEST_F(BenchReport, OneScriptInEveryMode) {
  for (const char* mode : {"simple", "extended", "prepared"}) {
    compare({"-n", "-M", mode, "-c", "3", "-t", "7"});
    compare({"-n", "-M", mode, "-S", "-c", "2", "-j", "2"});
    compare({"-n", "-M", mode, "-N", "-r"});
  }
}

TEST_F(BenchReport, VacuumAndScale) {
  compare({"-S", "-t", "3"});
  compare({"-v", "-t", "3"});
  compare({"-n", "-S", "-s", "7", "-t", "3"});
  compare({"-n", "-f", "-", "-s", "7", "-t", "3"}, "select :scale;\n");
}

TEST_F(BenchReport, SameSeedChoosesTheSameScripts) {
  const command_line scripts = {"-n", "-b", "select@2", "-N", "-b", "tpcb@3", "--random-seed=42", "-t", "50"};
  compare(scripts);
  command_line more = scripts;
  more.insert(more.end(), {"-c", "4", "-j", "2", "-r"});
  // With several threads the reports of 15 may lose counts, so each script's are only compared with one.
  const program_result ours = pgpipe(more);
  EXPECT_EQ(ours.status, 0) << ours.err;
  EXPECT_NE(ours.out.find("number of transactions actually processed: 200/200\n"), std::string::npos) << ours.out;
}

TEST_F(BenchReport, ReconnectingIsReported) { compare({"-n", "-C", "-S", "-t", "5", "-c", "2"}); }

TEST_F(BenchReport, MetaCommandsHaveLatenciesToo) {
  compare({"-n", "-r", "-t", "2", "-f", "-"}, "\\set x 1 + 1\n\\sleep 1 ms\nselect :x,\n  2;\n");
}

TEST_F(BenchReport, ProgressIsForTheStandardError) {
  const command_line timed = {"-n", "-S", "-T", "2", "-P", "1", "-c", "2"};
  const std::regex numbers("[0-9]+(\\.[0-9]+)?");
  const program_result theirs = pgbench(timed);
  const program_result ours = pgpipe(timed);
  EXPECT_EQ(ours.status, 0);
  // Whether the end of the run comes before or behind its last second is the scheduler's affair: each kind of line
  // once.
  const auto kinds = [&](const std::string& text) {
    std::set<std::string> lines;
    std::istringstream all(std::regex_replace(text, numbers, "N"));
    for (std::string line; std::getline(all, line);) lines.insert(line);
    return lines;
  };
  EXPECT_EQ(kinds(ours.err), kinds(theirs.err));
  EXPECT_EQ(std::regex_replace(body(ours), numbers, "N"), std::regex_replace(body(theirs), numbers, "N"));
}

TEST_F(BenchReport, AbortedClientMakesTheReportIncomplete) {
  compare({"-n", "-c", "2", "-t", "3", "-f", "-"}, "select 1 / :client_id;\n");
  compare({"-n", "-t", "3", "-f", "-"}, "select 1 / 0;\n");
}

// The server is of version 15, for which -d means debugging, and a script's rate stands with its share.
TEST_F(BenchReport, ByTheNamePgbenchItBehavesAsTheServersOwnVersion) {
  char folder[] = "/tmp/pgpipe_name_XXXXXX";
  ASSERT_NE(::mkdtemp(folder), nullptr);
  const std::filesystem::path link = std::filesystem::path(folder) / "pgbench";
  std::filesystem::create_symlink(PGPIPE_EXECUTABLE, link);
  const command_line arguments = {"-n", "-d", "-S", "-b", "simple", "-t", "3", "--random-seed=3"};
  command_line named = {link.native()};
  named.insert(named.end(), arguments.begin(), arguments.end());
  const program_result ours = run_program(named, environment("by_pgpipe"));
  const program_result theirs = pgbench(arguments);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(ours.status, 0) << ours.err;
  EXPECT_EQ(ours.out.find("pgbench (pgpipe "), 0U) << ours.out;
  EXPECT_EQ(body(ours), body(theirs));
  EXPECT_NE(ours.err.find("pgbench: client 0 sending"), std::string::npos) << ours.err;
}

TEST_F(BenchReport, WithoutCompatTheScriptsLinesAreThoseOfVersion18) {
  const std::vector<std::string> arguments = {"-n", "-S", "-f", "-@0", "-r", "-t", "3"};
  const program_result ours = pgpipe(arguments, "select 1;\n");
  EXPECT_NE(ours.out.find(" - 3 transactions (100.0% of total)\n - number of transactions actually processed: 3 (tps"),
            std::string::npos)
      << ours.out;
  EXPECT_NE(ours.out.find(" - 0 transactions (0.0% of total)\n - statement latencies"), std::string::npos) << ours.out;
}

TEST_F(BenchReport, UninitializedDatabaseIsStatusOne) {
  for (const char* database : {"by_pgbench", "by_pgpipe"}) sql(database, "alter table pgbench_branches rename to gone");
  const program_result theirs = pgbench({"-S"});
  const program_result ours = pgpipe({"-S"});
  EXPECT_EQ(ours.status, 1);
  EXPECT_EQ(body(ours), body(theirs));
  std::string expected = std::regex_replace(theirs.err, std::regex("(^|\n)pgbench: "), "$1pgpipe: ");
  expected = std::regex_replace(expected, std::regex("pgbench -i"), "pgpipe bench -i");
  EXPECT_EQ(ours.err, std::regex_replace(expected, std::regex("by_pgbench"), "by_pgpipe"));
  for (const char* database : {"by_pgbench", "by_pgpipe"}) sql(database, "alter table gone rename to pgbench_branches");
}

TEST_F(BenchReport, LogHasALineForEachTransaction) {
  const std::string folder = server()->socket_directory() + "/../pgpipe_bench_log_" + std::to_string(::getpid());
  std::filesystem::create_directory(folder);
  const program_result ours =
      pgpipe({"-n", "-S", "-c", "4", "-j", "2", "-t", "25", "-l", "--log-prefix=" + folder + "/x"});
  EXPECT_EQ(ours.status, 0) << ours.err;
  const std::regex form("[0-3] ([1-9]|1[0-9]|2[0-5]) [0-9]+ 0 [0-9]+ [0-9]{1,6}");
  int files = 0;
  int lines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    std::ifstream log(entry.path());
    for (std::string line; std::getline(log, line); ++lines) EXPECT_TRUE(std::regex_match(line, form)) << line;
  }
  EXPECT_EQ(files, 2);
  EXPECT_EQ(lines, 100);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace pgpipe::test
