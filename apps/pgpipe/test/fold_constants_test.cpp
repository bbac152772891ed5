#include "bench/fold_constants.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "bench/script_loader.hpp"

namespace pgpipe::app::bench {
namespace {

// A program of one script, folded with x = 5, real = 1.5, text = "a b" (not a value), and y undefined.
class folded_program : public testing::Test {
 protected:
  void fold(const std::string& text, query_mode mode = query_mode::simple) {
    for (const char* name : {"x", "real", "text", "y"}) names.intern(name);
    loaded.scripts.push_back(script_loader(mode, names).load_text(text, "s.sql").value());
    variables shared(names);
    shared.set(names.find("x"), "5");
    shared.set(names.find("real"), "1.5");
    shared.set(names.find("text"), "a b");
    fold_constants(loaded, shared);
  }
  [[nodiscard]] const expression& formula(std::size_t command) const {
    return loaded.scripts[0].commands[command].formula;
  }
  [[nodiscard]] std::vector<opcode> codes(std::size_t command) const {
    std::vector<opcode> all;
    for (const instruction& step : formula(command).code) all.push_back(step.code);
    return all;
  }
  // What the command's expression makes of the same variables when it is run.
  std::string run(std::size_t command) {
    variables table(names);
    table.set(names.find("x"), "5");
    table.set(names.find("real"), "1.5");
    table.set(names.find("text"), "a b");
    random_state random(1);
    evaluation with{.variables = table, .random = random};
    value outcome;
    if (!evaluate(formula(command), with, outcome)) return with.error;
    char buffer[max_rendered_size];
    return std::string(render(outcome, buffer));
  }

  variable_names names;
  program loaded;
};

using enum opcode;

TEST_F(folded_program, operators_on_known_variables_are_computed) {
  fold("\\set z :x * 2 + :real");
  EXPECT_EQ(codes(0), std::vector{push_constant});
  EXPECT_EQ(run(0), "11.5");
}

TEST_F(folded_program, functions_are_left_with_constant_arguments) {
  fold("\\set z random(1, 100000 * :x)");
  EXPECT_EQ(codes(0), (std::vector{push_constant, push_constant, random_uniform}));
  EXPECT_EQ(formula(0).stack_size, 2U);
  EXPECT_EQ(formula(0).code[1].constant.integer, 500000);
}

TEST_F(folded_program, conditions_too) {
  fold("\\if :x > 4\nselect 1;\n\\endif");
  EXPECT_EQ(codes(0), std::vector{push_constant});
  EXPECT_EQ(run(0), "true");
}

TEST_F(folded_program, code_that_jumps_keeps_its_jumps) {
  fold("\\set z case when :x > 9 then 1 when :y is null then 2 else :x + 1 end\n\\set w :x > 9 and :y > 1");
  EXPECT_EQ(run(0), "undefined variable \"y\"");
  EXPECT_EQ(run(1), "false");
}

TEST_F(folded_program, what_a_command_assigns_varies) {
  fold("\\set z :x + 1\n\\set x 6");
  EXPECT_EQ(codes(0), (std::vector{push_variable, push_constant, add}));
}

TEST_F(folded_program, what_another_script_assigns_varies) {
  names.intern("x");
  loaded.scripts.push_back(script_loader(query_mode::simple, names).load_text("\\setshell x echo 1", "t.sql").value());
  fold("\\set z :x + 1");
  EXPECT_EQ(loaded.scripts[1].commands[0].formula.code[0].code, push_variable);
}

TEST_F(folded_program, rows_may_assign_anything) {
  fold("\\set z :x + 1\nselect 1 as x \\gset");
  EXPECT_EQ(codes(0), (std::vector{push_variable, push_constant, add}));
}

TEST_F(folded_program, what_is_unknown_or_no_value_fails_when_it_is_run) {
  fold("\\set a :y + 1\n\\set b :text + 1\n\\set c :x / 0");
  EXPECT_EQ(run(0), "undefined variable \"y\"");
  EXPECT_EQ(run(1), "malformed variable \"text\" value: \"a b\"");
  EXPECT_EQ(run(2), "division by zero");
}

}  // namespace
}  // namespace pgpipe::app::bench
