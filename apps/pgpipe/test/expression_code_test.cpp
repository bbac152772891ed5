#include "bench/expression_code.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "bench/expression_parser.hpp"

namespace pgpipe::app::bench {
namespace {

expression compiled(const char* text) {
  variable_names names;
  return compile_expression(text, names).value();
}

TEST(expression_code, constants_are_computed_at_load) {
  EXPECT_EQ(compiled("1 + 2 * 3").code.size(), 1U);
  EXPECT_EQ(compiled("-5000").code.size(), 1U);
  EXPECT_EQ(compiled("random(-5000, 5000)").code.size(), 3U);
  EXPECT_EQ(compiled("100000 * :scale").code.size(), 3U);
}

TEST(expression_code, what_would_fail_is_left_to_run_time) {
  EXPECT_EQ(compiled("1 / 0").code.size(), 3U);
  EXPECT_EQ(compiled("true + 1").code.size(), 3U);
}

TEST(expression_code, a_branch_is_not_computed_with_what_follows_it) {
  const expression both = compiled("case when :a then 1 else 2 end + 3");
  EXPECT_EQ(both.code.back().code, opcode::add);
}

TEST(expression_code, stack_holds_the_most_that_is_needed) {
  EXPECT_EQ(compiled("1").stack_size, 1U);
  EXPECT_EQ(compiled(":a + :b * :c").stack_size, 3U);
  EXPECT_EQ(compiled(":a + :b + :c").stack_size, 2U);
  EXPECT_EQ(compiled("case when :a then :b when :c then :d + 1 end").stack_size, 2U);
  EXPECT_EQ(compiled(":a and :b and :c").stack_size, 1U);
}

TEST(expression_code, a_jump_leads_to_where_it_lands) {
  expression_code code;
  code.push(value::make(true));
  const std::size_t place = code.jump(opcode::and_left);
  code.push(value::make(false));
  code.apply(opcode::check_boolean);
  code.land(place);
  const expression finished = code.finish();
  EXPECT_EQ(finished.code.at(1).index, 2U);
  EXPECT_EQ(code.size(), 0U);
}

}  // namespace
}  // namespace pgpipe::app::bench
