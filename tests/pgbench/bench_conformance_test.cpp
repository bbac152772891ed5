#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contest.hpp"

namespace pgpipe::test {
namespace {

using command_line = std::vector<std::string>;

std::string joined(const command_line& arguments) {
  std::string text;
  for (const std::string& argument : arguments) text += " " + argument;
  return text;
}

// Scripts that cannot be loaded and runs that fail, as pgbench's own tests have them, in both programs.
class BenchConformance : public contest {
 protected:
  // Where a script is wrong: its line, the line's text and the mark below the place. The words differ.
  static std::string place(const program_result& result) {
    std::string found;
    std::istringstream lines(result.err);
    std::smatch match;
    const std::regex message("pg(bench|pipe): error: (-:[0-9]+): .*");
    bool behind = false;
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_match(line, match, message)) {
        found += match[2].str() + "\n";
        behind = true;
      } else if (behind && line.find(": hint: ") == std::string::npos) {
        found += line + "\n";
      }
    }
    return found;
  }

  // Which client was aborted in which command of which script.
  static std::string aborts(const program_result& result) {
    std::string found;
    const std::regex theirs("client ([0-9]+) aborted in command ([0-9]+) \\([a-z]+\\) of script ([0-9]+)");
    const std::regex both("client ([0-9]+) script ([0-9]+) (?:aborted in )?command ([0-9]+)");
    std::istringstream lines(result.err);
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_search(line, match, theirs)) {
        found += "client " + match[1].str() + " script " + match[3].str() + " command " + match[2].str() + "\n";
      } else if (std::regex_search(line, match, both)) {
        found += "client " + match[1].str() + " script " + match[2].str() + " command " + match[3].str() + "\n";
      }
    }
    return found;
  }

  // The report without its banner and its times.
  static std::string report(const program_result& result) {
    const std::string text = result.out.substr(std::min(result.out.find('\n'), result.out.size()));
    return std::regex_replace(text, std::regex("= [0-9.]+( ms)?"), "= NUMBER");
  }

  static void refuse(const std::string& script, const command_line& more = {}) {
    SCOPED_TRACE(script + joined(more));
    command_line arguments{"-n", "-t", "1", "-f", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const program_result theirs = pgbench(arguments, script);
    const program_result ours = pgpipe_15(arguments, script);
    EXPECT_EQ(theirs.status, 1) << theirs.err;
    EXPECT_EQ(ours.status, 1) << ours.err;
    EXPECT_EQ(ours.out, theirs.out);
    // We show the line and the mark more often. Of conditionals that do not match pgbench tells the command's number.
    EXPECT_EQ(place(ours).find(place(theirs)), 0U) << ours.err << theirs.err;
    const bool has_place = theirs.err.find("empty command list") == std::string::npos;
    EXPECT_EQ(place(ours).find("-:") == 0, has_place) << ours.err;
  }

  static void run(int status, const std::string& script, const command_line& more = {}) {
    SCOPED_TRACE(script + joined(more));
    command_line arguments{"-n", "-t", "1", "--random-seed=1", "-f", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const program_result theirs = pgbench(arguments, script);
    const program_result ours = pgpipe_15(arguments, script);
    EXPECT_EQ(theirs.status, status) << theirs.err;
    EXPECT_EQ(ours.status, status) << ours.err;
    EXPECT_EQ(report(ours), report(theirs)) << ours.err << theirs.err;
    // pgbench does not always tell the command.
    if (!aborts(theirs).empty()) {
      EXPECT_EQ(aborts(ours), aborts(theirs)) << ours.err << theirs.err;
    }
  }
};

TEST_F(BenchConformance, ScriptsThatCannotBeLoaded) {
  for (const char* script : {
           "\\if true\n",
           "\\if\n\\endif\n",
           "\\elif true\n",
           "\\else\n",
           "\\endif\n",
           "\\if true\n\\else\n\\else\n\\endif\n",
           "\\if true\n\\else\n\\elif true\n\\endif\n",
           "\\if true\n\\elif\n\\endif\n",
           "\\if true\n\\else x\n\\endif\n",
           "\\if true\n\\endif x\n",
           "\\if true\n\\if false\n\\endif\n",
           "\\if (1\n\\endif\n",
           "\\set\n",
           "\\set x\n",
           "\\set x 1 +\n",
           "\\set x 1 2\n",
           "\\set x (1\n",
           "\\set x 1)\n",
           "\\set x $\n",
           "\\set x 1 < 2 < 3\n",
           "\\set x case when true 1 end\n",
           "\\set x case 1 end\n",
           "\\set x 9223372036854775808\n",
           "\\set x 1e400\n",
           "\\set x nosuch(1)\n",
           "\\set x random(1)\n",
           "\\set x random(1, 2, 3)\n",
           "\\set x least()\n",
           "\\set x pi(1)\n",
           "\\set x hash()\n",
           "\\set x permute(1)\n",
           "\\set x 0x1F\n",
           "\\set x : 1\n",
           "\\sleep\n",
           "\\sleep 1 s s\n",
           "\\sleep one\n",
           "\\sleep 1 week\n",
           "\\sleep 1.5\n",
           "\\shell\n",
           "\\setshell\n",
           "\\setshell x\n",
           "\\gset\n",
           "\\set x 1\n\\gset\n",
           "select 1 \\gset\n\\gset\n",
           "select 1 \\gset a b\n",
           "select 1 \\aset a b\n",
           "\\startpipeline x\n",
           "\\endpipeline x\n",
           "\\syncpipeline\n",
           "\\beginbatch\n",
           "\\copy t from 'x'\n",
           "\\setrandom x 1 2\n",
           "\\nosuch\n",
           "select 1;\n\nselect 2;\n  \\nosuch here\n",
           "",
           "-- nothing\n",
       }) {
    refuse(script);
  }
  std::string many = "select :a";
  for (int i = 0; i != 255; ++i) many += ", :a";
  refuse(many + ";\n", {"-M", "extended"});
  std::string arguments = "\\set x least(0";
  for (int i = 0; i != 16; ++i) arguments += ", 1";
  run(2, arguments + ")\n");
}

// We show the line of a continued command that holds the place, and mark a quote where it begins.
TEST_F(BenchConformance, ScriptsThatCannotBeLoadedForTheSameReason) {
  for (const char* script : {"\\set x 1 \\\n  + \\\n", "\\set x 'text'\n", "\\set x \"a\"\n"}) {
    const program_result theirs = pgbench({"-n", "-f", "-"}, script);
    const program_result ours = pgpipe_15({"-n", "-f", "-"}, script);
    EXPECT_EQ(theirs.status, 1);
    EXPECT_EQ(ours.status, 1);
    EXPECT_NE(ours.err.find("error found here"), std::string::npos) << ours.err;
  }
}

TEST_F(BenchConformance, RunsThatFail) {
  for (const char* expression : {"1 / 0",
                                 "1 % 0",
                                 "mod(1, 0)",
                                 "9223372036854775807 + 1",
                                 "-9223372036854775808 - 1",
                                 "9223372036854775807 * 2",
                                 "-9223372036854775808 / -1",
                                 "int(1e30)",
                                 "int(0.0 / 0)",
                                 "1e30 % 2",
                                 ":nosuch",
                                 ":text",
                                 ":number",
                                 "not 1",
                                 "1 and true",
                                 "false or 1",
                                 "true + 1",
                                 "true < false",
                                 "-true",
                                 "~1.5e30",
                                 "random(2, 1)",
                                 "random(-9223372036854775808, 9223372036854775807)",
                                 "random_exponential(1, 2, 0)",
                                 "random_gaussian(1, 2, 1.9)",
                                 "random_zipfian(1, 2, 1.0)",
                                 "random_zipfian(1, 2, 1001)",
                                 "permute(1, 0)",
                                 "permute(1, -1)",
                                 "case when 1 / 0 = 1 then 1 end",
                                 "random(true, 2)",
                                 "hash(true)",
                                 "least(true, 1)",
                                 "case when :text then 1 end",
                                 "1 is null or 1"}) {
    run(2, std::string("\\set y 1\n\\set x ") + expression + "\n", {"-D", "text=abc", "-D", "number=12x"});
  }
  for (const char* script : {
           "\\set . 1\n",
           "\\set a-b 1\n",
           "\\if 1 / 0\n\\endif\n",
           "\\if false\n\\elif :nosuch\n\\endif\n",
           "\\sleep :nosuch\n",
           "\\sleep :text\n",
           "\\shell exit 3\n",
           "\\shell echo :nosuch\n",
           "\\setshell x echo five\n",
           "\\setshell x true\n",
           "\\setshell . echo 1\n",
           "select 1 / 0;\n",
           "nonsense;\n",
           "select 1;\nselect * from nosuch;\nselect 2;\n",
           "select 1\\; select 1 / 0\\; select 2;\n",
           "select 1 where false \\gset\n",
           "select generate_series(1, 2) \\gset\n",
           "create temp table t ()\\gset\n",
           "select 1 as \"a b\" \\gset\n",
           "select 1 as \"a b\" \\aset\n",
           "select 1 as x \\gset -\n",
           "select 1 as x\\; select 2 / 0 as y \\gset\n",
           "select 1 as x\\; select 2 where false \\gset\n",
           "copy (select 1) to stdout;\n",
           "copy pg_class from stdin;\n",
           "select pg_terminate_backend(pg_backend_pid());\nselect 1;\n",
           "\\startpipeline\nselect 1;\n\\endpipeline\n",
       }) {
    run(2, script, {"-D", "text=abc"});
  }
}

// pgbench counts a transaction that never ended.
TEST_F(BenchConformance, RunsThatFailAndCountDifferently) {
  for (const char* script : {"begin;\nselect 1;\n", "begin\\; select 1;\n"}) {
    const program_result theirs = pgbench({"-n", "-t", "1", "-f", "-"}, script);
    const program_result ours = pgpipe_15({"-n", "-t", "1", "-f", "-"}, script);
    EXPECT_EQ(theirs.status, 2);
    EXPECT_EQ(ours.status, 2);
    EXPECT_NE(theirs.out.find("actually processed: 1/1\n"), std::string::npos) << theirs.out;
    EXPECT_NE(ours.out.find("actually processed: 0/1\n"), std::string::npos) << ours.out;
  }
}

TEST_F(BenchConformance, PipelinesThatFail) {
  for (const char* mode : {"extended", "prepared"}) {
    for (const char* script : {
             "\\startpipeline\n\\startpipeline\nselect 1;\n\\endpipeline\n",
             "\\endpipeline\nselect 1;\n",
             "\\startpipeline\nselect 1 \\gset\n\\endpipeline\n",
             "\\startpipeline\nselect 1 \\aset\n\\endpipeline\n",
             "\\startpipeline\nselect 1;\n",
         }) {
      run(2, script, {"-M", mode});
    }
    run(0, "\\startpipeline\n\\endpipeline\n", {"-M", mode});
    run(0, "\\startpipeline\nselect 1;\nselect 2;\n\\endpipeline\n\\startpipeline\nselect 3;\n\\endpipeline\n",
        {"-M", mode});
    run(0, "\\startpipeline\nbegin isolation level serializable;\nselect 1;\nend;\n\\endpipeline\n",
        {"-M", mode, "-t", "2"});
  }
}

TEST_F(BenchConformance, RunsThatSucceed) {
  run(0, "\\sleep 1 us\n\\sleep 1ms\n\\sleep 0\n\\sleep :x us\n\\SLEEP -1 s\n", {"-D", "x=5"});
  run(0, "\\shell true\n\\setshell x echo 5\nselect 1 / (:x - 4);\n");
  run(0, "\\set x 1 + \\\n  2 * \\\n 3\nselect 1 / (:x - 6);\n");
  run(0, "select 1 as a, 2 as b \\gset\nselect 1 / (:a + :b - 2);\nselect 3 as c \\gset p_\nselect 1 / (:p_c - 2);\n");
  run(0,
      "select 1 as a\\; select 2 as b where false\\; select generate_series(1, 3) as c \\aset\nselect :a / (:c - "
      "2);\n");
  run(0, "\\if :x\nselect 1;\n\\elif 1 / 0\nselect 2 / 0;\n\\else\nselect 3 / 0;\n\\endif\n", {"-D", "x=on"});
  run(0, "\\if null\nselect 1 / 0;\n\\else\nselect 1;\n\\endif\n");
  run(0,
      "\\if false\n\\if true\nselect 1 / 0;\n\\endif\n\\elif 0.0\nselect 1 / 0;\n\\else\n\\if 2\nselect "
      "1;\n\\endif\n\\endif\n");
  run(0, "select :x;\nselect ':x';\nselect 1 -- :x\n;\n", {"-D", "x=1"});
  run(0, "begin;\nselect 1;\nend;\nbegin; rollback;\n", {"-t", "2"});
  run(0, "select 1 / (:client_id + 1), :scale, :random_seed, :default_seed;\n", {"-c", "3", "-s", "2"});
}

}  // namespace
}  // namespace pgpipe::test
