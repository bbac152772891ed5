#include "bench/script_run.hpp"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "bench/script_loader.hpp"

namespace pgpipe::app::bench {
namespace {

// A script, loaded, and the variables of one client; x is 5, text is "a b", y is undefined.
class running_script : public testing::Test {
 protected:
  explicit running_script() {
    for (const char* name : {"x", "text", "y"}) names.intern(name);
  }
  const command& load(const std::string& text) {
    loaded = script_loader(query_mode::simple, names).load_text(text, "s.sql").value();
    table = variables(names);
    table.set(names.find("x"), "5");
    table.set(names.find("text"), "a b");
    return loaded.commands[0];
  }

  variable_names names;
  script loaded;
  variables table{names};
  random_state random{1};
  evaluation with{.variables = table, .random = random};
};

TEST_F(running_script, set_assigns) {
  EXPECT_TRUE(run_set(load("\\set z :x * 2"), with));
  EXPECT_EQ(table.text(names.find("z")), "10");
}

TEST_F(running_script, set_fails_with_a_reason) {
  EXPECT_FALSE(run_set(load("\\set z 1 / 0"), with));
  EXPECT_EQ(with.error, "division by zero");
  EXPECT_FALSE(table.is_defined(names.find("z")));
  EXPECT_FALSE(run_set(load("\\set . 1"), with));
  EXPECT_EQ(with.error, "set: invalid variable name: \".\"");
}

TEST_F(running_script, conditions_lead_on) {
  std::uint32_t next = 0;
  EXPECT_TRUE(run_condition(load("\\if :x > 4\nselect 1;\n\\else\nselect 2;\n\\endif"), with, next));
  EXPECT_EQ(next, 1U);
  EXPECT_TRUE(run_condition(load("\\if null\nselect 1;\n\\else\nselect 2;\n\\endif"), with, next));
  EXPECT_EQ(next, 2U);
  EXPECT_FALSE(run_condition(load("\\if :y\n\\endif"), with, next));
  EXPECT_EQ(with.error, "undefined variable \"y\"");
}

TEST_F(running_script, sleep_durations) {
  using namespace std::chrono_literals;
  EXPECT_EQ(sleep_duration(load("\\sleep 2"), table).value(), 2s);
  EXPECT_EQ(sleep_duration(load("\\sleep :x ms"), table).value(), 5ms);
  EXPECT_EQ(sleep_duration(load("\\sleep 5000 s"), table).value(), 5000s);
  EXPECT_EQ(sleep_duration(load("\\sleep -1"), table).value(), 0s);
  EXPECT_GT(sleep_duration(load("\\sleep 9223372036854775807 s"), table).value(), 24h * 365);
}

TEST_F(running_script, sleep_needs_a_number) {
  EXPECT_EQ(sleep_duration(load("\\sleep :y"), table).error().text(), "sleep: undefined variable \"y\"");
  EXPECT_EQ(sleep_duration(load("\\sleep :text"), table).error().text(),
            "sleep: invalid sleep time \"a b\" for variable \"text\"");
}

TEST_F(running_script, sql_has_variables_replaced_and_others_left) {
  std::string sql;
  append_sql(load("select ':x', :x::int /* :text */, :y, ::x;"), table, sql);
  EXPECT_EQ(sql, "select '5', 5::int /* a b */, :y, ::x;");
}

TEST_F(running_script, shell_lines) {
  EXPECT_EQ(shell_line(load("\\shell echo :x  ::x a:x :text"), table).value(), "echo 5 :x a:x a b");
  EXPECT_EQ(shell_line(load("\\shell :y"), table).error().text(), "shell: undefined variable \"y\"");
  EXPECT_EQ(shell_line(load("\\setshell v echo :x"), table).value(), "echo 5");
}

TEST_F(running_script, many_evaluations_keep_the_variables_apart) {
  const command& set = load("\\set z :z + 1");
  table.set(names.find("z"), "0");
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(run_set(set, with));
  EXPECT_EQ(table.text(names.find("z")), "1000");
}

}  // namespace
}  // namespace pgpipe::app::bench
