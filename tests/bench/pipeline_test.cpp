#include <chrono>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench_process.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using testing::HasSubstr;

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i != times; ++i) all += text;
  return all;
}

class pipeline : public testing::TestWithParam<std::string> {
 protected:
  static bench_outcome run(std::string_view script, std::vector<std::string> more = {"-t", "2"}) {
    more.insert(more.end(), {"-M", GetParam(), "-f", script_file(script)});
    return run_bench(more);
  }
  static void expect_success(const bench_outcome& outcome, long transactions) {
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.processed(), transactions);
    EXPECT_EQ(outcome.err, "");
  }
};
INSTANTIATE_TEST_SUITE_P(modes, pipeline, testing::Values("extended", "prepared"),
                         [](const auto& each) { return each.param; });

TEST_P(pipeline, runs) {
  expect_success(run("\\startpipeline\n" + repeated("select 1;\n", 100) + "\\endpipeline\n", {"-t", "20", "-c", "3"}),
                 60);
}

TEST_P(pipeline, may_be_empty) { expect_success(run("\\startpipeline\n\\endpipeline\n"), 2); }

TEST_P(pipeline, has_older_names) { expect_success(run("\\beginbatch\nselect 1;\nselect 2;\n\\endbatch\n"), 2); }

TEST_P(pipeline, may_follow_another_and_stand_among_statements) {
  expect_success(run("select 1;\n\\startpipeline\nselect 2;\n\\endpipeline\nselect 3;\n"
                     "\\startpipeline\nselect 4;\n\\set x 5\nselect :x::int;\n\\endpipeline\nselect 6;\n"),
                 2);
}

TEST_P(pipeline, syncs_without_waiting) {
  (void)ask("drop table if exists synced; create table synced (a int)");
  const bench_outcome outcome =
      run("\\startpipeline\ninsert into synced values (1);\n\\syncpipeline\n\\syncpipeline\n"
          "insert into synced values (2);\nselect 1/0;\n\\endpipeline\n");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("ERROR:  division by zero"));
  EXPECT_EQ(ask("select string_agg(a::text, ',') from synced"), "1");
}

// Parse takes a snapshot: in the transaction of the pipeline it would come too early for the isolation level.
TEST_P(pipeline, prepares_before_its_transaction_begins) {
  expect_success(run("\\startpipeline\nbegin isolation level serializable;\nselect 1;\nend;\n\\endpipeline\n",
                     {"-t", "3", "-c", "2"}),
                 6);
}

TEST_P(pipeline, never_wedges_on_echoes) {
  const std::string text = repeated("x", 4000);
  const bench_outcome outcome = run("\\startpipeline\n" + repeated("select :echo::text;\n", 100) + "\\endpipeline\n",
                                    {"-t", "5", "-c", "2", "-D", "echo=" + text});
  expect_success(outcome, 10);
}

TEST_P(pipeline, never_wedges_on_ten_thousand_statements) {
  expect_success(run("\\startpipeline\n" + repeated("select repeat('x', 100);\n", 10000) + "\\endpipeline\n",
                     {"-t", "2", "-c", "2"}),
                 4);
}

TEST_P(pipeline, never_wedges_on_great_results) {
  const bench_outcome outcome =
      run("\\startpipeline\nselect 1;\nselect repeat('x', 100000) from generate_series(1, 1000);\n"
          "select generate_series(1, 1000000);\nselect 2;\n\\endpipeline\n",
          {"-t", "1"});
  expect_success(outcome, 1);
}

TEST_P(pipeline, names_the_command_that_failed) {
  const bench_outcome outcome = run("\\startpipeline\nselect 1;\nselect nosuch;\nselect 2;\n\\endpipeline\n");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("client 0 script 0 aborted in command 2 query 0: "));
  EXPECT_THAT(outcome.err, HasSubstr(":3: ERROR:  column \"nosuch\""));
}

struct misuse {
  std::string_view script;
  std::string_view message;
};

TEST_P(pipeline, misuse_aborts_the_client) {
  const misuse misuses[] = {
      {"\\startpipeline\n\\startpipeline\nselect 1;\n\\endpipeline\n", "aborted in command 1"},
      {"select 1;\n\\endpipeline\n", "aborted in command 1"},
      {"\\syncpipeline\n", "aborted in command 0"},
      {"\\startpipeline\nselect generate_series(1, 2) as a \\gset\n\\endpipeline\n", "aborted in command 1"},
      {"\\startpipeline\nselect 1;\n", "inside a pipeline"},
      {"\\startpipeline\nbegin;\nselect 1;\n\\endpipeline\n", "inside a transaction block"},
  };
  for (const misuse& each : misuses) {
    const bench_outcome outcome = run(each.script, {"-t", "2", "-c", "2"});
    EXPECT_EQ(outcome.status, 2) << each.script;
    EXPECT_EQ(outcome.processed(), 0) << each.script;
    EXPECT_THAT(outcome.err, HasSubstr(std::string(each.message))) << each.script;
    EXPECT_THAT(outcome.err, HasSubstr("client 0 ")) << each.script;
    EXPECT_THAT(outcome.err, HasSubstr("client 1 ")) << each.script;
    EXPECT_THAT(outcome.err, HasSubstr("Run was aborted; the above results are incomplete.")) << each.script;
  }
}

TEST(pipeline, is_refused_in_simple_mode) {
  const bench_outcome outcome =
      run_bench({"-t", "1", "-f", script_file("\\startpipeline\nselect 1;\n\\endpipeline\n")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("-M extended"));
}

TEST(pipeline, its_rows_become_variables_when_it_has_ended) {
  const std::string script = script_file(
      "\\set a 1\n\\startpipeline\nselect 5 as a \\gset\nselect :a::int as seen \\gset\n\\syncpipeline\n"
      "select generate_series(1, 3) as b \\aset p_\n\\endpipeline\n\\set x debug(:a * 100 + :seen * 10 + :p_b)\n");
  for (const char* mode : {"extended", "prepared"}) {
    const bench_outcome outcome = run_bench({"-t", "2", "-c", "1", "-f", script, "-M", mode});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "debug(script=0,command=8): int 513\ndebug(script=0,command=8): int 513\n");
    EXPECT_EQ(run_bench({"-t", "1", "-f", script, "-M", mode, "--compat=19"}).status, 2);
  }
}

}  // namespace
}  // namespace pgpipe::test
