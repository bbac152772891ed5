#include <algorithm>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/expression_parser.hpp"
#include "own_pgbench.hpp"
#include "program.hpp"
#include "random_expressions.hpp"
#include "recording_server.hpp"

namespace pgpipe::test {
namespace {

using texts = std::vector<std::string>;

bool is_well_formed(const std::string& expression) {
  app::bench::variable_names names;
  return app::bench::compile_expression(expression, names).has_value();
}

// Evaluates expressions in both programs: each by a client of its own, so that one that fails does not end the others
// and all draw from fresh random states.
class BenchExpressions : public testing::Test {
 protected:
  // What debug() shows of each, or "error".
  texts evaluate(texts program, const texts& expressions) {
    std::string script;
    for (std::size_t i = 0; i != expressions.size(); ++i) {
      script += std::string(i == 0 ? "\\if" : "\\elif") + " :client_id = " + std::to_string(i) + "\n";
      script += "\\set x debug(" + expressions[i] + ")\n";
    }
    script += "\\endif\n";
    program.insert(program.end(),
                   {"-n", "-t", "1", "--random-seed=5432", "-f", "-", "-c", std::to_string(expressions.size())});
    for (const std::string& each : random_expressions::definitions) program.insert(program.end(), {"-D", each});
    const program_result ended = run_program(program, server_.environment(), script);
    EXPECT_TRUE(ended.status == 0 || ended.status == 2) << ended.err;
    texts values(expressions.size(), "error");
    const std::regex shown("debug\\(script=0,command=([0-9]+)\\): (.*)");
    std::istringstream lines(ended.err);
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_match(line, match, shown)) values[std::stoul(match[1]) / 2 - 1] = match[2];
    }
    return values;
  }

  void compare(const texts& expressions) {
    const texts theirs = evaluate({pgbench_}, expressions);
    const texts ours = evaluate({PGPIPE_EXECUTABLE, "bench", "--compat=15"}, expressions);
    for (std::size_t i = 0; i != expressions.size(); ++i) {
      if (theirs[i] == "error") ++failed_;
      // abs(true) is an error of ours, and nonsense of pgbench's.
      if (ours[i] == "error" && std::regex_search(expressions[i], std::regex("abs\\(|ABS\\("))) continue;
      EXPECT_EQ(ours[i], theirs[i]) << expressions[i];
    }
  }

  int refusals(texts program, const std::string& expression) {
    program.insert(program.end(), {"-n", "-t", "1", "-f", "-"});
    return run_program(program, server_.environment(), "\\set x debug(" + expression + ")\n").status;
  }

  std::string pgbench_ = own_pgbench();
  recording_server server_;
  std::size_t failed_ = 0;  // expressions that cannot be evaluated
};

TEST_F(BenchExpressions, EveryOperatorAndFunction) {
  compare({"1",
           "-5",
           "+7",
           "0",
           "9223372036854775807",
           "-9223372036854775808",
           "1.",
           ".5",
           "1e3",
           "1.5E-3",
           "-0.0",
           "TRUE",
           "false",
           "Null",
           "2 + 3 * 4",
           "(2 + 3) * 4",
           "2 - 3 - 4",
           "7 / 2",
           "-7 / 2",
           "7 % 3",
           "-7 % 3",
           "7 % -3",
           "7.5 % 2",
           "7 / 2.0",
           "1.0 / 0",
           "-1.0 / 0",
           "0.0 / 0",
           "- - 3",
           "-(-3)",
           "2 * -3",
           "5 & 3",
           "5 | 3",
           "5 # 3",
           "~5",
           "1 << 4",
           "256 >> 4",
           "-1 >> 1",
           "1 << 64",
           "1 << -1",
           "2 + 3 * 4 # 1 | 8 & 12",
           "~ 1 + 1",
           "1 << 2 + 1",
           "1 < 2",
           "2 <= 1",
           "1 = 1.0",
           "1 <> 1",
           "1 != 2",
           "2 > 1.5",
           "3 >= 3.0",
           "1 < null",
           "null = null",
           "true and false",
           "true or false",
           "not true",
           "not not true",
           "null and false",
           "false and null",
           "null or true",
           "true or null",
           "not null",
           "true and null",
           "1 = 1 and 2 = 2 or 1 / 0 = 1",
           "1 is true",
           "true is true",
           "null is null",
           "1 is not null",
           "null isnull",
           "1 notnull",
           "null is not true",
           "false is false",
           "0 is false",
           "1 = 1 is true",
           "abs(-5)",
           "abs(-5.5)",
           "abs(-9223372036854775807 - 1)",
           "least(3, 1, 2)",
           "least(3, 1.0)",
           "greatest(3)",
           "greatest(1, null, 2)",
           "int(2.5)",
           "int(3.5)",
           "int(-2.5)",
           "int(1)",
           "double(1)",
           "double(2.5)",
           "int(1e18)",
           "pi()",
           "sqrt(2)",
           "sqrt(-1)",
           "ln(10)",
           "ln(0)",
           "exp(1)",
           "exp(1000)",
           "pow(2, 10)",
           "power(2.0, 0.5)",
           "pow(0, 0)",
           "mod(7, 3)",
           "mod(-7, 3)",
           "mod(7.9, 2)",
           "random(1, 6)",
           "random(-5, -5)",
           "random(1, 9223372036854775807)",
           "random_exponential(100, 199, 10.0)",
           "random_gaussian(1000, 1999, 10.0)",
           "random_zipfian(1, 9, 1.3)",
           "random_zipfian(1, 1000000, 1.001)",
           "random(1, 6) + random(1, 6) * 10",
           "random(null, 1)",
           "hash(10)",
           "hash(10, 5432)",
           "hash_murmur2(-1, 5432)",
           "hash_fnv1a(10, 5432)",
           "hash_fnv1a(2.5, 1)",
           "hash(null)",
           "hash(:i, null)",
           "permute(3, 10, 5432)",
           "permute(0, 1)",
           "permute(-1, 100, 1)",
           "permute(9223372036854775806, 9223372036854775807, 5432)",
           "permute(5, 9223372036854775797, 5432)",
           "case when true then 1 else 2 end",
           "case when false then 1 end",
           "case when null then 1 when 2 then 3 else 1 / 0 end",
           "case when 0.0 then 1 else 2.5 end",
           "CASE WHEN 1 < 2 THEN true END",
           ":i",
           ":f",
           ":t",
           ":n",
           ":i + :f",
           ":client_id >= 0",
           ":i is not null",
           ":n is null",
           "debug(5) + 1",
           "debug(null)"});
  EXPECT_EQ(failed_, 0U);
}

TEST_F(BenchExpressions, TenThousandRandomOnes) {
  constexpr std::size_t of_one_run = 500;
  random_expressions source(2026);
  texts malformed;
  std::size_t compared = 0;
  while (compared < 10'000) {
    texts expressions;
    while (expressions.size() != of_one_run) {
      std::string made = source.make();
      (is_well_formed(made) ? expressions : malformed).push_back(std::move(made));
    }
    compare(expressions);
    compared += expressions.size();
  }
  EXPECT_GT(failed_, 500U);
  EXPECT_LT(failed_, 6000U);
  malformed.resize(std::min<std::size_t>(malformed.size(), 100));
  for (const std::string& each : malformed) {
    EXPECT_EQ(refusals({pgbench_}, each), 1) << each;
    EXPECT_EQ(refusals({PGPIPE_EXECUTABLE, "bench", "--compat=15"}, each), 1) << each;
  }
}

}  // namespace
}  // namespace pgpipe::test
