#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench_process.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

void execute(std::string_view sql) { (void)ask(sql); }

class each_mode : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(modes, each_mode, testing::Values("simple", "extended", "prepared"),
                         [](const auto& each) { return each.param; });

TEST_P(each_mode, runs_the_select_only_script) {
  make_tables();
  const bench_outcome outcome = run_bench({"-S", "-c", "5", "-j", "2", "-t", "20", "-M", GetParam()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 100);
  EXPECT_THAT(outcome.out, HasSubstr("query mode: " + GetParam() + "\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST_P(each_mode, tpcb_like_transactions_arrive) {
  make_tables();
  execute("truncate pgbench_history");
  const bench_outcome outcome = run_bench({"-c", "4", "-t", "10", "-M", GetParam()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(ask("select count(*) from pgbench_history"), "40");
  EXPECT_EQ(ask("select (select sum(bbalance) from pgbench_branches) = (select sum(tbalance) from pgbench_tellers)"
                " and (select sum(bbalance) from pgbench_branches) = (select sum(abalance) from pgbench_accounts)"),
            "t");
}

TEST_P(each_mode, leaves_describe_out) {
  make_tables();
  const bench_outcome outcome = run_bench({"-S", "-t", "5", "--no-describe", "-M", GetParam()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 5);
}

TEST_P(each_mode, connects_for_each_transaction) {
  make_tables();
  const bench_outcome outcome = run_bench({"-S", "-C", "-c", "3", "-t", "4", "-M", GetParam()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 12);
  EXPECT_THAT(outcome.out, HasSubstr("(including reconnection times)"));
}

TEST_P(each_mode, stores_what_gset_and_aset_ask_for) {
  execute("drop table if exists stored; create table stored (a int, b int, c text)");
  const std::string script = script_file(
      "\\set x 2\n"
      "select 3 as three, :x::int + 2 as four \\gset\n"
      "select 5 as five \\gset p_\n"
      "select generate_series(1, 7) as last \\aset\n"
      "insert into stored values (:three::int + :four::int, :p_five::int, :last);\n");
  const bench_outcome outcome = run_bench({"-t", "2", "-f", script, "-M", GetParam()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(ask("select string_agg(a || ' ' || b || ' ' || c, ',') from stored"), "7 5 7,7 5 7");
}

TEST_P(each_mode, gset_needs_one_row) {
  for (const char* sql : {"select 1 as a where false", "select generate_series(1, 2) as a", "create temp table t ()"}) {
    const std::string script = script_file(std::string(sql) + " \\gset\nselect 1;\n");
    const bench_outcome outcome = run_bench({"-t", "1", "-f", script, "-M", GetParam()});
    EXPECT_EQ(outcome.status, 2) << sql;
    EXPECT_THAT(outcome.err, HasSubstr("client 0 script 0 aborted in command 0"));
    EXPECT_EQ(outcome.processed(), 0);
  }
}

TEST(run, ends_when_the_time_is_over) {
  make_tables();
  const bench_outcome outcome = run_bench({"-S", "-c", "3", "-j", "2", "-T", "1", "-P", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GT(outcome.processed(), 0);
  EXPECT_GE(outcome.time, std::chrono::milliseconds(1000));
  EXPECT_LT(outcome.time, std::chrono::milliseconds(8000));
  EXPECT_THAT(outcome.out, HasSubstr("duration: 1 s\n"));
}

TEST(run, lets_running_transactions_finish) {
  const bench_outcome outcome = run_bench({"-T", "1", "-f", script_file("select pg_sleep(1.5);")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 1);
}

TEST(run, sleeps) {
  const std::string script = script_file("\\set d 30\n\\sleep :d ms\nselect 1;\n\\sleep 20 ms\n");
  const bench_outcome outcome = run_bench({"-c", "4", "-t", "5", "-f", script});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 20);
  EXPECT_GE(outcome.time, std::chrono::milliseconds(250));
  EXPECT_LT(outcome.time, std::chrono::milliseconds(3000)) << "the clients must sleep side by side";
}

TEST(run, a_script_without_sql_leaves_others_their_turn) {
  const std::string script = script_file("\\set x 1\n");
  const bench_outcome outcome = run_bench({"-c", "3", "-t", "1000", "-f", script});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 3000);
}

TEST(run, takes_branches) {
  execute("drop table if exists taken; create table taken (what text)");
  const std::string script = script_file(
      "\\set x 2\n"
      "\\if :x = 1\ninsert into taken values ('if');\n"
      "\\elif :x = 2\ninsert into taken values ('elif');\n\\if false\ninsert into taken values ('inner');\n\\endif\n"
      "\\else\ninsert into taken values ('else');\n\\endif\n");
  const bench_outcome outcome = run_bench({"-t", "3", "-f", script, "-r"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(ask("select string_agg(what, ',') from taken"), "elif,elif,elif");
}

TEST(run, chooses_scripts_by_weight) {
  const bench_outcome outcome =
      run_bench({"-t", "50", "-f", script_file("select 1;") + "@0", "-f", script_file("select 2;") + "@3", "-c", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(" - 0 transactions (0.0% of total)"),
                                 HasSubstr(" - 100 transactions (100.0% of total)")));
}

TEST(run, repeats_its_random_numbers) {
  execute("drop table if exists drawn; create table drawn (client int, x bigint)");
  const std::string script = script_file("\\set x random(1, 1000000)\ninsert into drawn values (:client_id, :x);\n");
  const std::vector<std::string> arguments{"-c", "4", "-j", "2", "-t", "1", "--random-seed=42", "-f", script};
  EXPECT_EQ(run_bench(arguments).status, 0);
  EXPECT_EQ(ask("select string_agg(x::text, ',' order by client) from drawn"), "668251,844242,802035,814673");
}

TEST(run, reports_each_command) {
  const bench_outcome outcome = run_bench({"-t", "3", "-r", "-f", script_file("\\set x 1\nselect :x;\n")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("statement latencies in milliseconds (average, p50, p99) and failures:"),
                                 HasSubstr(" \\set x 1\n"), HasSubstr(" select :x;\n")));
}

TEST(run, writes_a_line_for_each_transaction) {
  const std::string prefix = script_file("") + ".log";
  const bench_outcome outcome =
      run_bench({"-c", "3", "-j", "2", "-t", "7", "-l", "--log-prefix", prefix, "-f", script_file("select 1;")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::ptrdiff_t lines = 0;
  int files = 0;
  const std::filesystem::path base(prefix);
  for (const auto& each : std::filesystem::directory_iterator(base.parent_path())) {
    if (!each.path().filename().string().starts_with(base.filename().string())) continue;
    ++files;
    std::ifstream in(each.path());
    lines += std::count(std::istreambuf_iterator<char>(in), {}, '\n');
  }
  EXPECT_EQ(files, 2);
  EXPECT_EQ(lines, 21);
}

TEST(run, serves_many_clients_from_one_thread) {
  make_tables();
  const bench_outcome outcome = run_bench({"-S", "-M", "prepared", "-c", "60", "-t", "10"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 600);
}

}  // namespace
}  // namespace pgpipe::test
