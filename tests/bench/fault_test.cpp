#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "bench_process.hpp"
#include "embedded/private_cluster.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

// The answer, as soon as it is not 0.
std::string ask_until_some(std::string_view sql, const std::string& conninfo = server_conninfo()) {
  const auto until = std::chrono::steady_clock::now() + seconds(30);
  std::string answer = ask(sql, conninfo);
  while (answer == "0" && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(milliseconds(20));
    answer = ask(sql, conninfo);
  }
  return answer;
}

// Until so many other sessions of that server have run a query like this.
void wait_until_running(const std::string& conninfo, std::string_view query, int sessions) {
  const std::string count = "select (count(*) >= " + std::to_string(sessions) +
                            ")::int from pg_stat_activity where pid <> pg_backend_pid() and query like '" +
                            std::string(query) + "'";
  ASSERT_EQ(ask_until_some(count, conninfo), "1");
}

class each_mode : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(modes, each_mode, testing::Values("simple", "extended", "prepared"),
                         [](const auto& each) { return each.param; });

TEST_P(each_mode, an_error_aborts_its_client_only) {
  const std::string script = script_file("\\set x 1 / (:client_id - 1)\nselect 1 / (:client_id::int - 2);\n");
  const bench_outcome outcome = run_bench({"-c", "4", "-t", "5", "-f", script, "-M", GetParam()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.processed(), 10);
  EXPECT_THAT(outcome.out, HasSubstr("number of transactions actually processed: 10/20"));
  EXPECT_THAT(outcome.err,
              HasSubstr("client 1 script 0 aborted in command 0: " + script + ":1: \\set: division by zero"));
  EXPECT_THAT(outcome.err,
              HasSubstr("client 2 script 0 aborted in command 1 query 0: " + script + ":2: ERROR:  division by zero"));
  EXPECT_THAT(outcome.err, HasSubstr("error: Run was aborted; the above results are incomplete."));
}

TEST_P(each_mode, a_statement_that_cannot_be_prepared_aborts) {
  const bench_outcome outcome =
      run_bench({"-t", "1", "-f", script_file("select 1;\nselect nosuch;\n"), "-M", GetParam()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr(":2: ERROR:  column \"nosuch\" does not exist"));
  EXPECT_THAT(outcome.err, HasSubstr("LINE 1: select nosuch"));
}

TEST_P(each_mode, copy_is_refused_where_pgbench_is_asked_for) {
  (void)ask("drop table if exists copied; create table copied (a int)");
  for (const char* copy : {"copy copied to stdout;", "copy copied from stdin;"}) {
    const bench_outcome outcome = run_bench({"--compat=19", "-t", "2", "-f", script_file(copy), "-M", GetParam()});
    EXPECT_EQ(outcome.status, 2) << copy;
    EXPECT_THAT(outcome.err, HasSubstr("pgbench does not support COPY"));
    EXPECT_LT(outcome.time, seconds(10));
  }
}

TEST_P(each_mode, a_transaction_must_be_ended) {
  const bench_outcome outcome = run_bench({"-t", "2", "-f", script_file("begin;\nselect 1;\n"), "-M", GetParam()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("inside a transaction block"));
}

TEST_P(each_mode, a_killed_backend_aborts_its_client_only) {
  bench_process running({"-n", "-c", "3", "-T", "3", "-f", script_file("select pg_sleep(0.01);"), "-M", GetParam(),
                         server_conninfo() + " application_name=to_be_killed"});
  EXPECT_EQ(ask_until_some("select count(*) from (select pg_terminate_backend(pid) from pg_stat_activity where "
                           "application_name = 'to_be_killed' and query like 'select pg_sleep%' limit 1) k"),
            "1");
  const bench_outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 2);
  EXPECT_GT(outcome.processed(), 100);
  EXPECT_THAT(outcome.err, HasSubstr("FATAL:  terminating connection due to administrator command"));
}

TEST_P(each_mode, every_client_notices_that_the_server_died) {
  auto cluster = value_or_throw(app::private_cluster::start());
  bench_process running({"-n", "-c", "6", "-j", "2", "-T", "60", "-f", script_file("select pg_sleep(0.01);"), "-M",
                         GetParam(), cluster.conninfo()});
  wait_until_running(cluster.conninfo(), "select pg_sleep%", 6);
  ::kill(cluster.server_pid(), SIGQUIT);
  const bench_outcome outcome = running.wait(seconds(20));
  EXPECT_EQ(outcome.status, 2);
  for (const char* client : {"client 0 ", "client 1 ", "client 2 ", "client 3 ", "client 4 ", "client 5 "}) {
    EXPECT_THAT(outcome.err, HasSubstr(client));
  }
}

TEST(fault, a_server_that_dies_in_a_pipeline) {
  auto cluster = value_or_throw(app::private_cluster::start());
  std::string script = "\\startpipeline\n";
  for (int i = 0; i != 2000; ++i) script += "select repeat('x', 5000);\n";
  script += "\\endpipeline\n";
  bench_process running({"-n", "-c", "2", "-T", "60", "-f", script_file(script), "-M", "prepared", cluster.conninfo()});
  wait_until_running(cluster.conninfo(), "select repeat%", 2);
  ::kill(cluster.server_pid(), SIGQUIT);
  const bench_outcome outcome = running.wait(seconds(20));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("client 0 script 0 aborted in command "));
  EXPECT_THAT(outcome.err, HasSubstr("client 1 script 0 aborted in command "));
}

TEST(fault, a_refused_connection_ends_the_run_before_it_begins) {
  const bench_outcome outcome = bench_process({"-n", "-S", "host=/nonexistent dbname=x"}).wait();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("/nonexistent"));
}

TEST(fault, too_many_clients_end_the_run_before_it_begins) {
  const bench_outcome outcome = run_bench({"-c", "300", "-j", "2", "-t", "1", "-f", script_file("select 1;")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.processed(), -1);
  EXPECT_THAT(outcome.err, HasSubstr("too many clients"));
}

TEST(fault, an_undefined_variable_is_null_or_stays_text) {
  const std::string script = script_file("select :nosuch::int is null or 1/0 = 1;\n");
  EXPECT_EQ(run_bench({"-t", "1", "-f", script, "-M", "prepared"}).status, 0);
  const bench_outcome simple = run_bench({"-t", "1", "-f", script});
  EXPECT_EQ(simple.status, 2);
  EXPECT_THAT(simple.err, HasSubstr("syntax error at or near \":\""));
}

TEST(fault, meta_commands_that_fail_say_where) {
  struct failing {
    std::string_view script;
    std::string_view message;
  };
  const failing all[] = {
      {"select 1;\n\n\\set x :nosuch + 1\n", ":3: \\set: undefined variable \"nosuch\""},
      {"\\sleep :nosuch ms\n", ":1: \\sleep: "},
      {"\\set x 9223372036854775807 + 1\n", ":1: \\set: "},
      {"\\if :nosuch\nselect 1;\n\\endif\n", ":1: \\if: undefined variable \"nosuch\""},
  };
  for (const failing& each : all) {
    const std::string script = script_file(each.script);
    const bench_outcome outcome = run_bench({"-t", "1", "-f", script});
    EXPECT_EQ(outcome.status, 2) << each.script;
    EXPECT_THAT(outcome.err, HasSubstr(script + std::string(each.message)));
  }
}

TEST(fault, the_embedded_server_goes_with_the_program) {
  for (const int signal : {0, SIGINT, SIGTERM}) {
    bench_process running({"--embedded", "-S", "-M", "prepared", "-c", "4", "-T", signal == 0 ? "1" : "60"});
    if (signal != 0) {
      std::this_thread::sleep_for(milliseconds(3000));
      ::kill(running.pid(), signal);
    }
    const bench_outcome outcome = running.wait(seconds(30));
    EXPECT_EQ(outcome.status, -signal) << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("aborted")));
  }
}

}  // namespace
}  // namespace pgpipe::test
