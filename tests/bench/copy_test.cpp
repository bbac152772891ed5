#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "bench_process.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using testing::HasSubstr;

class copy_in_scripts : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    (void)ask("drop table if exists copied");
    (void)ask("create table copied (a int, b text)");
  }
};
INSTANTIATE_TEST_SUITE_P(modes, copy_in_scripts, testing::Values("simple", "extended", "prepared"),
                         [](const auto& each) { return each.param; });

TEST_P(copy_in_scripts, sends_the_lines_behind_it) {
  const std::string script = script_file(
      "copy copied from stdin;\n1\tone\n2\t:k\n\\.\n"
      "copy copied (a) from stdin with (format csv);\n3\n\\.\n"
      "select sum(a) as n from copied \\gset\n"
      "select 1 / (:n::int % 6 = 0)::int;\n");
  const bench_outcome outcome = run_bench({"-t", "3", "-f", script, "-M", GetParam(), "-D", "k=9"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(ask("select count(*) || ' ' || sum(a) || ' ' || max(b) || ' ' || min(b) from copied"), "9 18 one :k");
}

TEST_P(copy_in_scripts, sends_a_large_file_from_two_clients_and_receives_it) {
  const std::string path = testing::TempDir() + "/copied_" + std::to_string(::getpid());
  {
    std::ofstream file(path);
    for (int i = 0; i < 300'000; ++i) file << i << "\tvalue number " << i << '\n';
  }
  const std::string in = script_file("\\copy copied from '" + path + "'\n");
  bench_outcome outcome = run_bench({"-t", "1", "-c", "2", "-f", in, "-M", GetParam()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(ask("select count(*) || ' ' || sum(a) from copied"), "600000 89999700000");
  std::remove(path.c_str());
  const std::string out = script_file("copy copied to stdout;\n\\copy (select 1) to stdout\nselect 1;\n");
  outcome = run_bench({"-t", "2", "-c", "2", "-f", out, "-M", GetParam()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 4);
}

TEST_P(copy_in_scripts, an_error_in_the_middle_ends_it_at_once) {
  const std::string path = testing::TempDir() + "/copied_bad_" + std::to_string(::getpid());
  {
    std::ofstream file(path);
    file << "1\tx\nfoo\tbar\n";
    for (int i = 0; i < 2'000'000; ++i) file << i << "\tvalue number " << i << '\n';
  }
  const std::string script = script_file("\\copy copied from '" + path + "'\n");
  const bench_outcome outcome = run_bench({"-t", "1", "-f", script, "-M", GetParam()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("invalid input syntax for type integer: \"foo\""));
  EXPECT_LT(outcome.time, std::chrono::seconds(20));
  EXPECT_EQ(ask("select count(*) from copied"), "0");
  std::remove(path.c_str());
}

TEST_P(copy_in_scripts, a_run_goes_on_after_an_error) {
  // The bad row is the third: what has not been sent by then never is.
  const std::string script = script_file(
      "\\if :client_id = 0\ncopy copied from stdin;\n1\tx\n2\tx\nfoo\tbar\n4\tx\n\\.\n\\endif\n"
      "copy nowhere from stdin;\n1\n\\.\n");
  const std::string good = script_file("copy copied from stdin;\n1\tx\n\\.\nselect 1;\n");
  const bench_outcome outcome = run_bench(
      {"-t", "20", "-c", "2", "-f", script, "-f", good, "-M", GetParam(), "--continue-on-error", "--random-seed=1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(ask("select count(*) > 5 and count(*) < 40 and count(*) = " + std::to_string(outcome.processed()) +
                " from copied"),
            "t")
      << outcome.out;
}

TEST_P(copy_in_scripts, a_missing_table_is_an_error) {
  const std::string script = script_file("copy nowhere from stdin;\n1\n\\.\n");
  const bench_outcome outcome = run_bench({"-t", "1", "-f", script, "-M", GetParam()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("relation \"nowhere\" does not exist"));
}

TEST_P(copy_in_scripts, pgbench_has_none) {
  for (const char* text : {"copy copied to stdout;\n", "copy copied from stdin;\n"}) {
    const bench_outcome outcome = run_bench({"-t", "1", "-f", script_file(text), "-M", GetParam(), "--compat=19"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("pgbench does not support COPY"));
  }
}

TEST(copy_in_pipelines, only_out_of_the_server) {
  const std::string in = script_file("\\startpipeline\ncopy pg_class from stdin;\n1\n\\.\n\\endpipeline\n");
  bench_outcome outcome = run_bench({"-t", "1", "-f", in, "-M", "prepared"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("COPY ... FROM STDIN is not allowed inside a pipeline"));
  const std::string out = script_file(
      "\\startpipeline\nselect 1;\ncopy (select generate_series(1, 10000)) to stdout;\nselect 2;\n"
      "\\syncpipeline\ncopy (select 1) to stdout;\n\\endpipeline\nselect 3;\n");
  outcome = run_bench({"-t", "3", "-c", "2", "-f", out, "-M", "prepared"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 6);
}

TEST(copy_in_pipelines, one_among_several_statements_is_refused) {
  const bench_outcome outcome = run_bench({"-t", "1", "-f", script_file("begin\\; copy pg_class from stdin;\n")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("COPY ... FROM STDIN must be a command of its own"));
}

}  // namespace
}  // namespace pgpipe::test
