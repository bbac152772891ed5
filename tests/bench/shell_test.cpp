#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench_process.hpp"

namespace pgpipe::test {
namespace {

using testing::HasSubstr;

TEST(shell, variables_and_numbers_go_both_ways) {
  const std::string script = script_file(
      "\\set a 20\n\\setshell b expr :a + :client_id\n\\set c debug(:b)\n\\shell test :b = 20\nselect :b;\n");
  const bench_outcome outcome = run_bench({"-t", "2", "-f", script});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "debug(script=0,command=3): int 20\ndebug(script=0,command=3): int 20\n");
}

TEST(shell, only_its_client_waits) {
  // Were they to wait for each other, this would take four seconds.
  const std::string script = script_file("\\shell sleep 0.5\n\\setshell x sleep 0.5; echo 1\n");
  const bench_outcome outcome = run_bench({"-t", "1", "-c", "4", "-f", script});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 4);
  EXPECT_LT(outcome.time, std::chrono::milliseconds(3000));
}

TEST(shell, may_stand_in_a_pipeline) {
  const std::string script =
      script_file("\\startpipeline\nselect 1;\n\\setshell x echo 5\nselect :x::int;\n\\endpipeline\nselect 2;\n");
  const bench_outcome outcome = run_bench({"-t", "5", "-c", "2", "-f", script, "-M", "prepared"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 10);
}

TEST(shell, what_fails_aborts_the_client) {
  const struct {
    const char* script;
    const char* message;
  } cases[] = {
      {"\\shell exit 3\n", "the shell command failed"},
      {"\\shell echo :nosuch\n", "undefined variable \"nosuch\""},
      {"\\setshell x echo five\n", "must print an integer, not \"five\""},
      {"\\setshell x true\n", "printed nothing"},
      {"\\setshell . echo 1\n", "invalid variable name: \".\""},
  };
  for (const auto& each : cases) {
    const bench_outcome outcome = run_bench({"-t", "1", "-f", script_file(each.script)});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr(each.message));
  }
}

TEST(shell, pgbench_bounds_its_length) {
  for (const std::size_t size : {248U, 249U}) {
    const std::string script = script_file("\\shell true " + std::string(size, 'x') + "\n");
    EXPECT_EQ(run_bench({"-t", "1", "-f", script}).status, 0);
    EXPECT_EQ(run_bench({"-t", "1", "-f", script, "--compat=15"}).status, size == 248 ? 0 : 2);
  }
}

}  // namespace
}  // namespace pgpipe::test
