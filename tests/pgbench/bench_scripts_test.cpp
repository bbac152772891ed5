#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contest.hpp"

namespace pgpipe::test {
namespace {

// The lines of the standard error that a script's author reads: what debug() shows and what is wrong.
std::string said(const program_result& result) {
  std::string lines;
  const std::regex wanted("(debug\\(|\\\\|.*error found here).*|pg(bench|pipe): error: (?!client|Run was).*");
  std::size_t start = 0;
  while (start < result.err.size()) {
    const std::size_t end = result.err.find('\n', start);
    const std::string line = result.err.substr(start, end - start);
    if (std::regex_match(line, wanted)) lines += std::regex_replace(line, std::regex("^pgpipe: "), "pgbench: ") + '\n';
    start = end == std::string::npos ? end : end + 1;
  }
  return lines;
}

class BenchScripts : public contest {
 protected:
  static void compare(const std::string& script, const std::vector<std::string>& more = {}) {
    SCOPED_TRACE(script);
    std::vector<std::string> arguments{"-n", "-t", "1", "--random-seed=5432", "-f", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const program_result theirs = pgbench(arguments, script);
    const program_result ours = pgpipe(arguments, script);
    EXPECT_EQ(ours.status, theirs.status) << ours.err;
    EXPECT_EQ(said(ours), said(theirs));
  }
};

TEST_F(BenchScripts, DrawTheSameNumbers) {
  std::string script;
  for (const char* draw :
       {"random(10, 19)", "random_exponential(100, 199, 10.0)", "random_gaussian(1000, 1999, 10.0)",
        "random_zipfian(1, 9, 1.3)", "random(1, 6) > random(1, 1000)", "random(-5000, 5000)", "hash(:client_id)",
        "permute(3, 1000)", ":default_seed", ":random_seed", ":scale", "random_zipfian(1, 1000000, 1.001)"}) {
    script += std::string("\\set x debug(") + draw + ")\n";
  }
  compare(script);
  compare(script, {"-c", "5", "-j", "1", "-D", "default_seed=7"});
}

TEST_F(BenchScripts, EvaluateAlike) {
  compare(
      "\\set x debug(2 + 3 * 4 # 1 | 8 & 12)\n\\set x debug(int(2.5))\n\\set x debug(1.0 / 0)\n"
      "\\set x debug(null or true)\n\\set x debug(:a is true)\n\\set x debug(case when :b then 1 end)\n",
      {"-D", "a=y", "-D", "b=0.0"});
}

// Our message about an aborted client ends with the reason; pgbench gives the reason a line of its own.
TEST_F(BenchScripts, FailAlike) {
  for (const char* script : {"\\set x 1 / 0\n", "\\set x 9223372036854775807 + 1\n", "\\set x true = true\n",
                             "\\set x :nosuch\n", "\\set x random(1, 0)\n", "\\set . 1\n"}) {
    SCOPED_TRACE(script);
    const program_result theirs = pgbench({"-n", "-t", "1", "-f", "-"}, script);
    const program_result ours = pgpipe({"-n", "-t", "1", "-f", "-"}, script);
    EXPECT_EQ(ours.status, theirs.status) << ours.err;
    const std::string reason = said(theirs).substr(std::string("pgbench: error: ").size());
    EXPECT_NE(ours.err.find(reason.substr(0, reason.find('\n'))), std::string::npos) << ours.err << reason;
  }
}

TEST_F(BenchScripts, RefuseAlike) {
  for (const char* script :
       {"\\set x 1 +\n", "\\set x 1 2\n", "\\set x foo(1)\n", "\\set x abs(1, 2)\n", "\\set x 1e400\n", "\\nosuch 1\n",
        "\\set x 9223372036854775808\n", "\\sleep 1 week\n", "\\sleep foo\n", "", "-- c\n"}) {
    compare(script);
  }
}

}  // namespace
}  // namespace pgpipe::test
