#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "bench/script_loader.hpp"
#include "own_pgbench.hpp"
#include "program.hpp"
#include "recording_server.hpp"

namespace pgpipe::test {
namespace {

using texts = std::vector<std::string>;

// How both programs cut scripts into statements: what they send is compared, since the server takes everything.
class BenchLexer : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/pgpipe_lexer_XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  struct outcome {
    int status;
    std::string err;
    texts statements;
  };

  // Runs so many transactions of scripts that a seed chooses, by one client.
  outcome run(texts program, const texts& scripts, int transactions, const std::string& mode) {
    program.insert(program.end(), {"-n", "-M", mode, "--random-seed=5432", "-t", std::to_string(transactions)});
    for (std::size_t i = 0; i != scripts.size(); ++i) {
      const std::string path = folder_ / std::to_string(i);
      std::ofstream(path, std::ios::binary) << scripts[i];
      program.insert(program.end(), {"-f", path});
    }
    const program_result ended = run_program(program, server_.environment());
    return {ended.status, ended.err, server_.take_statements()};
  }

  void compare(const texts& scripts, int transactions = 1, const std::string& mode = "simple") {
    const outcome theirs = run({pgbench_}, scripts, transactions, mode);
    const outcome ours = run({PGPIPE_EXECUTABLE, "bench", "--compat=15"}, scripts, transactions, mode);
    EXPECT_EQ(ours.status, theirs.status) << ours.err << theirs.err;
    ASSERT_GE(theirs.statements.size(), static_cast<std::size_t>(transactions)) << theirs.err;
    const auto [our, their] = std::mismatch(ours.statements.begin(), ours.statements.end(), theirs.statements.begin(),
                                            theirs.statements.end());
    if (our == ours.statements.end() && their == theirs.statements.end()) return;
    FAIL() << "ours: " << (our == ours.statements.end() ? "nothing" : *our)
           << "\ntheirs: " << (their == theirs.statements.end() ? "nothing" : *their)
           << "\nbehind: " << (our == ours.statements.begin() ? "nothing" : *std::prev(our));
  }

  // One script, in both modes of sending, and at least this many statements.
  void compare_one(const std::string& script, std::size_t statements) {
    SCOPED_TRACE(script.substr(0, 500));
    compare({script});
    compare({script}, 1, "extended");
    EXPECT_EQ(run({PGPIPE_EXECUTABLE, "bench", "--compat=15"}, {script}, 1, "simple").statements.size(), statements);
  }

  std::string pgbench_ = own_pgbench();
  std::filesystem::path folder_;
  recording_server server_;
};

TEST_F(BenchLexer, SemicolonsEndCommandsUnlessEscaped) {
  compare_one("select 1; select 2;;\nselect 3\\; select 4\\;\n select 5;\n", 4);
}

TEST_F(BenchLexer, DollarQuotesHideEverything) {
  compare_one("select $$ ; $a$ ; ' $$; select $a$ ; $$ $A$ ; $a$ ; select $1$ ; $2; select a$b$c ; select 1;\n", 6);
}

TEST_F(BenchLexer, CommentsNest) {
  compare_one(
      "/* a; /* b; */ c; */ select 1; -- select 2;\n/* lead */ -- more\nselect 3 -- in ; it\n + 4;\n--/*\nselect 5;\n",
      3);
}

TEST_F(BenchLexer, FunctionBodiesAreOneCommand) {
  compare_one(
      "create or replace function f() returns int begin atomic select 1; select case when true then 2 end; end;\n"
      "create function g() returns int begin atomic; end; begin; select 1; end;\n"
      "create procedure p() BEGIN ATOMIC select (1; 2); END;\nselect (1; 2);\n",
      7);
}

TEST_F(BenchLexer, LinesMayEndAsOnWindows) {
  compare_one("select 1\r\n + 2;\r\n\\set x 3 + \\\r\n  4\r\nselect :x;\r\n-- c\r\n\r\nselect 'a\r\nb';\r\n", 3);
}

TEST_F(BenchLexer, LongLinesAreWhole) {
  compare_one("select '" + std::string(300'000, 'x') + "';\nselect 1" + std::string(200'000, ' ') + "+ 2;\n", 2);
}

TEST_F(BenchLexer, TextBehindTheLastSemicolonRuns) {
  compare_one("select 1; select 2", 2);
  compare_one("select 1; -- only a comment", 1);
  compare_one("select 1; /* a comment, too */", 2);
  compare_one("select 1; select 'unfinished ;", 2);
  compare_one("select 1; /* unfinished", 2);
}

TEST_F(BenchLexer, MetaCommandsEndSql) {
  compare_one("select 1 \\set x 5\nselect :x \\set y 6\n;\n\\SET z :x + \\\n :y\nselect :z;\n", 4);
}

TEST_F(BenchLexer, VariablesAreFoundAsPgbenchFindsThem) {
  compare_one("\\set x 5\nselect :x, ':x', \":x\", :x:x, ::x, :::x, a[:x:2], 12:30, :X, :y, :x_y, :'x', :\"x\", :1;\n",
              1);
}

// pgbench takes the mark for a part of the first statement.
TEST_F(BenchLexer, ByteOrderMarkIsDropped) {
  const std::string script = "\xef\xbb\xbfselect 1;\nselect 2;\n";
  EXPECT_EQ(run({PGPIPE_EXECUTABLE, "bench"}, {script}, 1, "simple").statements, (texts{"select 1;", "select 2;"}));
}

// pgbench sends a byte too much, or crashes, when a variable that has a value ends a command.
TEST_F(BenchLexer, VariableMayEndACommand) {
  const std::string script = "\\set x 5\nselect :x\\set y 6\nselect :y";
  EXPECT_EQ(run({PGPIPE_EXECUTABLE, "bench", "--compat=15"}, {script}, 1, "simple").statements,
            (texts{"select 5", "select 6"}));
}

// Scripts of fragments that mean something to a lexer, each behind a statement that says which it is. No variable with
// a value ends a command.
class random_scripts {
 public:
  explicit random_scripts(unsigned seed) : random_(seed) {}

  std::string make(int number) {
    static const texts fragments = {"'",          "'",        "\"",        "$$",
                                    "$a$",        "$a",       "$1",        "--",
                                    "\n",         "\n",       "/*",        "*/",
                                    ";",          ";",        ";",         "\\;",
                                    "\\:",        "(",        ")",         "begin ",
                                    " atomic ",   " end ",    "case ",     " create ",
                                    " or ",       "replace ", "function ", " procedure ",
                                    "e'",         "E'\\'",    "U&'",       "b'01",
                                    " ",          "\t",       "\r\n",      "x",
                                    "1",          "1.5e3",    "1e",        ":v ",
                                    "::",         ":'v'",     ":\"v\"",    "[",
                                    "]",          "\xc3\xa4", "+-",        "-",
                                    "/",          "*",        "@",         "<>",
                                    "=",          ".",        "_",         "u&\"",
                                    "n'",         "x'",       "'\n'",      "' -- c\n '",
                                    "$",          "a$b$",     ":",         "create function f() begin atomic ",
                                    "\\set v 1\n"};
    std::string text = "select " + std::to_string(number) + ";\n";
    std::uniform_int_distribution<std::size_t> which(0, fragments.size() - 1);
    for (int left = std::uniform_int_distribution<int>(1, 25)(random_); left > 0; --left)
      text += fragments[which(random_)];
    return text;
  }

 private:
  std::mt19937 random_;
};

bool loads(const std::string& script) {
  app::bench::variable_names names;
  app::bench::script_loader loader(app::bench::query_mode::simple, names, app::bench::compatibility(15));
  return loader.load_text(script, "s").has_value();
}

// A script that cannot be loaded ends a run before it begins; so those are tried one by one, and not all of them.
TEST_F(BenchLexer, TenThousandRandomScripts) {
  constexpr std::size_t most_scripts = 128;  // of one run
  random_scripts source(2026);
  texts good;
  texts bad;
  for (int number = 0; number != 10'000; ++number) {
    std::string script = source.make(number);
    (loads(script) ? good : bad).push_back(std::move(script));
  }
  EXPECT_GT(good.size(), 7000U);
  for (std::size_t begin = 0; begin < good.size(); begin += most_scripts) {
    const auto first = good.begin() + static_cast<std::ptrdiff_t>(begin);
    compare({first, first + static_cast<std::ptrdiff_t>(std::min(most_scripts, good.size() - begin))}, 600);
    if (HasFatalFailure()) return;
  }
  bad.resize(std::min<std::size_t>(bad.size(), 200));
  for (const std::string& each : bad) {
    SCOPED_TRACE(each);
    const outcome theirs = run({pgbench_}, {each}, 1, "simple");
    const outcome ours = run({PGPIPE_EXECUTABLE, "bench", "--compat=15"}, {each}, 1, "simple");
    EXPECT_EQ(theirs.status, 1) << theirs.err;
    EXPECT_EQ(ours.status, 1) << ours.err;
  }
}

}  // namespace
}  // namespace pgpipe::test
