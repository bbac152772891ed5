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

namespace pgpipe::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

int count_of(const std::string& text, const std::string& words) {
  int count = 0;
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++count;
  return count;
}

// The logs of all threads.
std::string logged(const std::string& prefix) {
  std::string log;
  const std::filesystem::path base(prefix);
  for (const auto& each : std::filesystem::directory_iterator(base.parent_path())) {
    if (!each.path().filename().string().starts_with(base.filename().string())) continue;
    std::ifstream in(each.path());
    log.append(std::istreambuf_iterator<char>(in), {});
  }
  return log;
}

// fail_before(n, value) fails with a serialization failure until it is called for the n-th time: a sequence does not
// roll back. Its message tells `value`.
class retry : public testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() {
    (void)ask(
        "drop table if exists tried; create table tried (what text);"
        "drop sequence if exists calls; create sequence calls;"
        "create or replace function fail_before(int, text) returns void language plpgsql as $$ begin "
        "if nextval('calls') < $1 then raise exception 'value %', $2 using errcode = '40001'; end if; end $$");
  }
  void SetUp() override { (void)ask("truncate tried; alter sequence calls restart"); }

  static bench_outcome run(std::string_view script, std::vector<std::string> more) {
    more.insert(more.end(), {"-M", GetParam(), "-f", script_file(script)});
    return run_bench(more);
  }
  static std::string tried() { return ask("select string_agg(what, ',' order by what) from tried"); }
};
INSTANTIATE_TEST_SUITE_P(modes, retry, testing::Values("simple", "extended", "prepared"),
                         [](const auto& each) { return each.param; });

TEST_P(retry, sees_the_same_random_numbers) {
  const bench_outcome outcome = run(
      "\\set x random(1, 1000000000)\nbegin;\ninsert into tried values (:x);\nselect fail_before(4, :x::text);\nend;\n",
      {"-t", "1", "--max-tries=5", "--verbose-errors"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 1);
  EXPECT_EQ(count_of(outcome.err, "value " + tried() + "\n"), 3) << tried() << '\n' << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("client 0 got an error in command 3 (SQL) of script 0; ERROR:  value "),
                                 HasSubstr("client 0 repeats the transaction after the error (try 1/5)"),
                                 HasSubstr("client 0 repeats the transaction after the error (try 3/5)")));
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr("maximum number of tries: 5\n"), HasSubstr("number of failed transactions: 0 (0.000%)\n"),
            HasSubstr("number of transactions retried: 1 (100.000%)\n"), HasSubstr("total number of retries: 3\n")));
}

// Updates that meet: each is lost unless its transaction is repeated. The sleep makes sure that they meet: every client
// is nearly always between its snapshot and its update, so that the others commit there.
TEST_P(retry, loses_no_update_of_clients_that_disturb_each_other) {
  (void)ask("drop table if exists counter; create table counter (n int); insert into counter values (0)");
  const bench_outcome outcome =
      run("begin isolation level repeatable read;\nselect n, pg_sleep(0.002) from counter;\n"
          "update counter set n = n + 1;\nend;\n",
          {"-c", "4", "-j", "2", "-t", "25", "--max-tries=1000", "--failures-detailed"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 100);
  EXPECT_EQ(ask("select n from counter"), "100");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("number of failed transactions: 0 "), Not(HasSubstr("total number of retries: 0\n"))));
}

TEST_P(retry, ends_with_the_tries) {
  const bench_outcome outcome = run("insert into tried values ('x');\nselect fail_before(4, 'x');\n",
                                    {"-t", "2", "--max-tries=2", "-r", "--failures-detailed", "--verbose-errors"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 1);
  EXPECT_THAT(outcome.err, HasSubstr("client 0 ends the failed transaction (try 2/2)"));
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr("number of transactions actually processed: 1/2\n"),
            HasSubstr("number of failed transactions: 1 (50.000%)\n"),
            HasSubstr("number of serialization failures: 1 (50.000%)\n"),
            HasSubstr("number of deadlock failures: 0 (0.000%)\n"), HasSubstr("number of other failures: 0 (0.000%)\n"),
            HasSubstr("number of transactions retried: 2 (100.000%)\n"), HasSubstr("total number of retries: 2\n"),
            HasSubstr("statement latencies in milliseconds (average, p50, p99), failures and retries:\n")));
  EXPECT_TRUE(std::regex_search(outcome.out, std::regex(" 1 +2 +select fail_before\\(4, 'x'\\);\n"))) << outcome.out;
  EXPECT_EQ(tried(), "x,x,x,x") << "what stood outside a transaction block is not undone";
}

TEST_P(retry, is_off_by_default) {
  const bench_outcome outcome = run("select fail_before(2, 'x');\n", {"-t", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("number of transactions actually processed: 1/2\n"),
                                 HasSubstr("number of failed transactions: 1 (50.000%)\n"), Not(HasSubstr("retried"))));
}

TEST_P(retry, leaves_conditionals_behind) {
  const bench_outcome outcome =
      run("\\if true\nbegin;\n\\if true\nselect fail_before(3, 'x');\n\\else\nselect nosuch;\n\\endif\n"
          "insert into tried values ('done');\nend;\n\\endif\n",
          {"-t", "2", "--max-tries=9"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(tried(), "done,done");
}

TEST_P(retry, clears_what_gset_had_begun) {
  const bench_outcome outcome =
      run("select 7 as a, fail_before(2, 'x') from generate_series(1, 3) limit 1 \\gset\n"
          "insert into tried values (:a);\n",
          {"-t", "1", "--max-tries=2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(tried(), "7");
}

TEST_P(retry, gets_over_deadlocks) {
  const std::string script = script_file(
      "begin;\nselect pg_advisory_xact_lock(:client_id::int);\n\\sleep 100 ms\n"
      "select pg_advisory_xact_lock(1 - :client_id::int);\nend;\n");
  bench_process running({"-n", "-c", "2", "-t", "1", "--max-tries=3", "--failures-detailed", "--verbose-errors", "-M",
                         GetParam(), "-f", script, server_conninfo() + " options='-c deadlock_timeout=50ms'"});
  const bench_outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("ERROR:  deadlock detected"), HasSubstr("repeats the transaction")));
  EXPECT_THAT(outcome.out, HasSubstr("number of transactions retried: 1 (50.000%)\n"));
}

TEST_P(retry, stops_at_the_latency_limit) {
  const bench_outcome outcome = run("select fail_before(1000000, 'x');\n\\sleep 1 ms\n",
                                    {"-t", "1", "--max-tries=0", "-L", "60", "--verbose-errors"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 0);
  EXPECT_THAT(outcome.err, HasSubstr("% of the maximum time of tries was used)"));
  EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr("maximum number of tries")),
                                 HasSubstr("number of failed transactions: 1 (100.000%)\n")));
}

TEST_P(retry, stops_when_the_time_is_over) {
  const bench_outcome outcome =
      run("select fail_before(1000000, 'x'), pg_sleep(0.01);\n", {"-T", "1", "--max-tries=0", "-c", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_LT(outcome.time, std::chrono::seconds(5));
  EXPECT_THAT(outcome.out, HasSubstr("number of failed transactions: 2 (100.000%)\n"));
}

TEST_P(retry, keeps_its_connection_within_a_transaction) {
  const bench_outcome outcome =
      run("begin;\ninsert into tried values (pg_backend_pid());\nend;\n"
          "select fail_before(3, 'x');\n",
          {"-C", "-t", "2", "--max-tries=5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 2);
  EXPECT_EQ(ask("select string_agg(n::text, ',' order by n) from (select count(*) n from tried group by what) t"),
            "1,3");
}

TEST_P(retry, other_errors_abort) {
  const bench_outcome outcome = run("select 1/0;\n", {"-t", "2", "--max-tries=5", "--verbose-errors"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("aborted in command 0 query 0"));
}

TEST_P(retry, writes_retries_and_kinds_to_the_log) {
  const std::string prefix = script_file("") + ".log";
  const bench_outcome outcome = run("select fail_before(5, 'x');\n",
                                    {"-t", "2", "--max-tries=3", "-l", "--failures-detailed", "--log-prefix", prefix});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string log = logged(prefix);
  EXPECT_TRUE(std::regex_match(log, std::regex("0 1 serialization 0 \\d+ \\d+ 2\n0 2 \\d+ 0 \\d+ \\d+ 1\n"))) << log;
}

TEST_P(retry, continuing_survives_every_error) {
  const bench_outcome outcome =
      run("begin;\ninsert into tried values (:client_id);\nselect 1/(:client_id::int - 1);\nend;\n",
          {"-c", "3", "-t", "4", "--continue-on-error", "--max-tries=3", "--failures-detailed", "--verbose-errors"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 8);
  EXPECT_EQ(tried(), "0,0,0,0,2,2,2,2");
  EXPECT_EQ(count_of(outcome.err, "client 1 got an error in command 2 (SQL) of script 0; ERROR:  division by zero"), 4);
  EXPECT_EQ(count_of(outcome.err, "client 1 ends the failed transaction (try 1/3)"), 4);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("number of failed transactions: 4 (33.333%)\n"),
                                 HasSubstr("number of other failures: 4 (33.333%)\n"),
                                 HasSubstr("number of transactions retried: 0 (0.000%)\n")));
}

TEST_P(retry, continuing_does_not_survive_the_connection) {
  const bench_outcome outcome =
      run("select pg_terminate_backend(pg_backend_pid());\n", {"-t", "3", "--continue-on-error"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("FATAL:  terminating connection due to administrator command"));
  EXPECT_EQ(outcome.processed(), 0);
}

TEST_P(retry, continuing_does_not_survive_meta_commands) {
  const bench_outcome outcome = run("\\set x 1/0\n", {"-t", "3", "--continue-on-error"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("division by zero"));
}

TEST_P(retry, the_first_abort_may_end_the_run) {
  const bench_outcome outcome =
      run("select pg_sleep(0.02), 1/(:client_id::int - 3);\n", {"-c", "4", "-j", "2", "-T", "60", "--exit-on-abort"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_LT(outcome.time, std::chrono::seconds(20));
  EXPECT_EQ(outcome.processed(), -1) << "no report";
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("client 3 script 0 aborted in command 0"),
                                 HasSubstr("Run was aborted due to an error in thread 1")));
}

TEST_P(retry, a_run_that_an_abort_ends_has_whole_logs) {
  const std::string prefix = script_file("") + ".log";
  const bench_outcome outcome =
      run("select pg_sleep(0.01), 1 / (case when nextval('calls') > 40 and :client_id::int = 3 then 0 else 1 end);\n",
          {"-c", "4", "-j", "2", "-T", "60", "--exit-on-abort", "-l", "--log-prefix", prefix});
  EXPECT_EQ(outcome.status, 2);
  const std::string log = logged(prefix);
  EXPECT_TRUE(log.ends_with('\n'));
  for (const char* client : {"0", "1", "2", "3"})
    EXPECT_THAT('\n' + log, HasSubstr('\n' + std::string(client) + " 1 "));
}

class retry_in_pipeline : public retry {};
INSTANTIATE_TEST_SUITE_P(modes, retry_in_pipeline, testing::Values("extended", "prepared"),
                         [](const auto& each) { return each.param; });

TEST_P(retry_in_pipeline, repeats_the_whole_script) {
  const bench_outcome outcome =
      run("\\set x random(1, 1000000000)\n\\startpipeline\nbegin;\ninsert into tried values (:x);\n"
          "select fail_before(3, :x::text);\ninsert into tried values ('second');\nend;\n\\endpipeline\n",
          {"-t", "1", "--max-tries=5", "--verbose-errors", "-r"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 1);
  const std::string value = ask("select min(what) from tried where what <> 'second'");
  EXPECT_EQ(count_of(outcome.err, "value " + value + "\n"), 2) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("got an error in command 4 (SQL) of script 0"));
  EXPECT_EQ(ask("select count(*) from tried"), "2");
  EXPECT_TRUE(std::regex_search(outcome.out, std::regex(" 0 +2 +select fail_before\\(3, :x::text\\);\n")))
      << outcome.out;
}

TEST_P(retry_in_pipeline, loses_no_update_of_clients_that_disturb_each_other) {
  (void)ask("drop table if exists counter; create table counter (n int); insert into counter values (0)");
  const bench_outcome outcome =
      run("\\startpipeline\nbegin isolation level repeatable read;\nselect n, pg_sleep(0.002) from counter;\n"
          "\\syncpipeline\n"
          "update counter set n = n + 1;\nend;\n\\endpipeline\n",
          {"-c", "4", "-t", "25", "--max-tries=1000"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(ask("select n from counter"), "100");
  EXPECT_THAT(outcome.out, Not(HasSubstr("total number of retries: 0\n")));
}

TEST_P(retry_in_pipeline, undoes_an_implicit_transaction) {
  const bench_outcome outcome =
      run("\\startpipeline\ninsert into tried values ('a');\nselect fail_before(3, 'x');\n\\endpipeline\n",
          {"-t", "1", "--max-tries=5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(tried(), "a");
}

TEST_P(retry_in_pipeline, reads_every_group_of_a_pipeline_with_several) {
  const bench_outcome outcome =
      run("\\startpipeline\ninsert into tried values ('a');\n\\syncpipeline\n"
          "insert into tried values ('b');\nselect fail_before(2, 'x');\n\\syncpipeline\n"
          "\\syncpipeline\ninsert into tried values ('c');\n\\endpipeline\ninsert into tried values ('d');\n",
          {"-t", "2", "--max-tries=5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 2);
  EXPECT_EQ(tried(), "a,a,a,b,b,c,c,c,d,d");
}

TEST_P(retry_in_pipeline, rolls_back_a_block_that_spans_groups) {
  const bench_outcome outcome =
      run("\\startpipeline\nbegin;\ninsert into tried values ('a');\n\\syncpipeline\nselect fail_before(2, 'x');\n"
          "\\syncpipeline\ninsert into tried values ('b');\nend;\n\\endpipeline\n",
          {"-t", "1", "--max-tries=5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(tried(), "a,b");
}

// The error arrives long before the last command has been sent.
TEST_P(retry_in_pipeline, of_thousands_of_commands) {
  std::string script = "\\startpipeline\nbegin;\nselect fail_before(3, 'x');\n";
  for (int i = 0; i != 3000; ++i) script += "\\set x random(1, 9)\nselect :x::int, repeat('x', 500);\n";
  script +=
      "insert into tried values (:x);\nend;\n\\endpipeline\n\\set y random(1, 1000000000)\n"
      "insert into tried values (:y);\n";
  const std::vector<std::string> arguments{"-t", "2", "-c", "2", "--random-seed=5", "--max-tries=4"};
  const bench_outcome outcome = run(script, arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 4);
  const std::string first = tried();
  (void)ask("truncate tried; alter sequence calls restart with 4");
  EXPECT_EQ(run(script, arguments).processed(), 4);
  EXPECT_EQ(tried(), first) << "random numbers must not depend on errors";
}

TEST_P(retry_in_pipeline, goes_on_after_commands_that_cannot_be_prepared) {
  const bench_outcome outcome =
      run("\\startpipeline\ninsert into tried values ('a');\nselect nosuch;\nselect 2;\n\\endpipeline\n",
          {"-t", "3", "--continue-on-error", "--verbose-errors"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(count_of(outcome.err, "ERROR:  "), 3);
  EXPECT_EQ(count_of(outcome.err, "column \"nosuch\" does not exist"), 3) << outcome.err;
  EXPECT_EQ(tried(), "");
}

}  // namespace
}  // namespace pgpipe::test
