#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench_process.hpp"

// Faults that users of pgbench have met in scripts, each with its smallest trial.
namespace pgpipe::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

bench_outcome run(const std::string& script, std::vector<std::string> more = {}) {
  more.insert(more.end(), {"-t", "1", "-f", script_file(script)});
  return run_bench(std::move(more));
}

void expect_success(const bench_outcome& outcome) { EXPECT_EQ(outcome.status, 0) << outcome.err; }

TEST(script, digits_are_no_variables_name) {
  expect_success(run("select '12:34'::time;\n"));
  const bench_outcome outcome = run("select '12:34'::time, :1;\n");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("syntax error at or near \":\""));
}

TEST(script, slices_of_arrays_may_have_variables) {
  for (const char* mode : {"simple", "extended", "prepared"}) {
    expect_success(
        run("select 1 / (a[:x:3] = '{2,3}' and a[1:2] = '{1,2}')::int from (select '{1,2,3}'::int[] as a) s;\n",
            {"-D", "x=2", "-M", mode}));
  }
}

TEST(script, variables_in_quotes_and_comments_depend_on_the_mode) {
  const std::string simple = "select 1 / (':x' = '5')::int /* :x */; -- :x\n";
  const std::string others = "select 1 / (':x' = ':' || 'x')::int + :x::int /* :x */; -- :x\n";
  expect_success(run(simple, {"-D", "x=5", "-M", "simple"}));
  for (const char* mode : {"extended", "prepared"}) {
    expect_success(run(others, {"-D", "x=5", "-M", mode}));
    const bench_outcome as_pgbench = run(others, {"-D", "x=5", "-M", mode, "--compat=15"});
    EXPECT_EQ(as_pgbench.status, 2) << as_pgbench.out;
  }
}

TEST(script, quoted_variables_are_quoted_as_in_psql) {
  expect_success(run("select 1 / (:'x' = 'it''s')::int as :\"y\";\n", {"-D", "x=it's", "-D", "y=a \"b\""}));
  for (const char* mode : {"extended", "prepared"}) {
    expect_success(run("select 1 / (:'x' = 'it''s')::int;\n", {"-D", "x=it's", "-M", mode}));
    const std::string names = script_file(
        "\\if :client_id = 0\n\\set n 1\n\\endif\nselect 2 as :\"n\" \\gset\n\\set c 1 / (:y - 1)\n"
        "\\startpipeline\nselect 5;\nselect :y::int as :\"n\" \\gset p_\n\\endpipeline\nselect 1 / (:p_y::int - 1);\n");
    // Client 0 has another name for the column, so that no variable y comes of it.
    const bench_outcome outcome = run_bench({"-t", "3", "-c", "2", "-D", "n=y", "-f", names, "-M", mode});
    EXPECT_EQ(outcome.processed(), 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("client 0 script 0 aborted in command 4"));
  }
}

TEST(script, windows_line_ends) {
  const bench_outcome outcome = run("\\set b 2 + \\\r\n 3\r\n\\set c debug(:b)\r\nselect 1 / (:b - 4);\r\n");
  expect_success(outcome);
  EXPECT_EQ(outcome.err, "debug(script=0,command=2): int 5\n");
}

TEST(script, last_line_may_end_in_a_variable) {
  for (const char* mode : {"simple", "extended", "prepared"}) {
    expect_success(run("\\set a 12\nselect :a::int", {"-M", mode}));
    expect_success(run("\\set a 12\nselect 1 + :a", {"-M", mode}));
  }
}

TEST(script, statements_are_split_as_psql_splits_them) {
  const bench_outcome outcome =
      run("do $f$begin perform 1; perform 2; end$f$; select 'a;b', \"c;d\" from (select 1 as \"c;d\") s; /* ; /* "
          "nested ; */ ; */ "
          "select 3;\ncreate or replace function pg_temp.f() returns int begin atomic select 1; select 2; end;\n",
          {"-r"});
  expect_success(outcome);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(" do $f$begin"), HasSubstr(" select 'a;b'"), HasSubstr(" /* ; /* nested"),
                                 HasSubstr("begin atomic select 1; select 2; end;")));
}

TEST(script, what_is_unfinished_reaches_the_server) {
  for (const char* text :
       {"select 1; select 'x; select 2;\n", "select $q$ x; select 2;\n", "select 1; /* x; select 2;\n"}) {
    const bench_outcome outcome = run(text);
    EXPECT_EQ(outcome.status, 2) << text;
    EXPECT_THAT(outcome.err, HasSubstr("unterminated")) << text;
    EXPECT_LT(outcome.time, std::chrono::seconds(10));
  }
}

TEST(script, conditionals_in_a_branch_not_taken_are_not_evaluated) {
  expect_success(run("\\if 0\n\\if 1\nselect 1/0;\n\\else\nselect 2/0;\n\\endif\n\\else\nselect 3;\n\\endif\n"));
}

TEST(script, edges_of_integers) {
  const bench_outcome outcome =
      run("\\set a debug(-9223372036854775808)\n\\set b debug(-9223372036854775808 % -1)\n\\set c debug(1.0/0)\n"
          "\\set d debug(-5/2)\n\\set e debug(random(5,5))\n");
  expect_success(outcome);
  EXPECT_EQ(outcome.err,
            "debug(script=0,command=1): int -9223372036854775808\ndebug(script=0,command=2): int 0\n"
            "debug(script=0,command=3): double Infinity\ndebug(script=0,command=4): int -2\n"
            "debug(script=0,command=5): int 5\n");
  for (const char* expression : {"int(1e19)", "int(9223372036854775807.0)", "-9223372036854775808 / -1", "1/0"}) {
    EXPECT_EQ(run(std::string("\\set x ") + expression + "\n").status, 2) << expression;
  }
}

TEST(script, null_is_stored_as_an_empty_text) {
  const bench_outcome outcome = run("select null as s \\gset\n\\set x :s is null\n");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("malformed variable \"s\" value: \"\""));
}

TEST(script, twenty_thousand_statements_load_quickly) {
  std::string text = "\\if 0\n";
  for (int i = 0; i != 20'000; ++i) text += "select " + std::to_string(i) + ", :x, ':y';\n";
  text += "\\endif\nselect '" + std::string(300'000, 'x') + "';\n";
  const bench_outcome outcome = run(text, {"-D", "x=1", "-M", "prepared"});
  expect_success(outcome);
  EXPECT_LT(outcome.time, std::chrono::seconds(10));
}

TEST(script, at_most_255_variables_in_one_statement) {
  std::string most = "select :x::int";
  for (int i = 1; i != 255; ++i) most += ", :x::int";
  expect_success(run(most + ";\n", {"-D", "x=1", "-M", "prepared"}));
  expect_success(run(most + ", :x;\n", {"-D", "x=1", "-M", "simple"}));
  EXPECT_EQ(run(most + ", :x;\n", {"-D", "x=1", "-M", "prepared"}).status, 1);
}

TEST(script, byte_order_mark_is_dropped) { expect_success(run("\xef\xbb\xbfselect 1;\n")); }

TEST(script, reconnecting_prepares_anew) {
  const bench_outcome outcome =
      run_bench({"-C", "-M", "prepared", "-t", "3", "-c", "2", "-f",
                 script_file("select 1;\n\\startpipeline\nselect 2;\nselect 3;\n\\endpipeline\n")});
  expect_success(outcome);
  EXPECT_EQ(outcome.processed(), 6);
}

TEST(script, sleep_counts_in_the_latency) {
  for (const char* much : {"-t3", "-T1"}) {
    const bench_outcome outcome = run_bench({much, "-f", script_file("\\sleep 20ms\nselect 1;\n")});
    expect_success(outcome);
    const std::size_t at = outcome.out.find("latency average = ");
    ASSERT_NE(at, std::string::npos) << outcome.out;
    EXPECT_GE(std::stod(outcome.out.substr(at + 18)), 20.0);
  }
}

}  // namespace
}  // namespace pgpipe::test
