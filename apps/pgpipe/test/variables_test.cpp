#include "bench/variables.hpp"

#include <string>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(variable_names, same_name_same_slot) {
  variable_names names;
  const variable_slot a = names.intern("a");
  const variable_slot b = names.intern("b");
  EXPECT_NE(a, b);
  EXPECT_EQ(names.intern("a"), a);
  EXPECT_EQ(names.find("b"), b);
  EXPECT_EQ(names.find("A"), no_variable);
  EXPECT_EQ(names.name(b), "b");
  EXPECT_EQ(names.size(), 2U);
}

TEST(variable_names, many_stay_apart) {
  variable_names names;
  for (int i = 0; i < 1000; ++i) names.intern("name" + std::to_string(i));
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(names.name(names.find("name" + std::to_string(i))), "name" + std::to_string(i));
}

TEST(variable_names, valid_ones) {
  for (const char* name : {"a", "_", "1", "a1_B", "\xc3\xa4"}) EXPECT_TRUE(is_valid_variable_name(name)) << name;
  for (const char* name : {"", ".", "a-b", "a b", "?column?"}) EXPECT_FALSE(is_valid_variable_name(name)) << name;
}

class variables_of_two : public testing::Test {
 protected:
  variable_names names;
  variable_slot a = names.intern("a");
  variable_slot b = names.intern("b");
  variables table{names};
};

TEST_F(variables_of_two, start_undefined) {
  EXPECT_FALSE(table.is_defined(a));
  EXPECT_EQ(table.get(a), nullptr);
  EXPECT_EQ(table.text(a), std::nullopt);
  EXPECT_EQ(table.explain(a), "undefined variable \"a\"");
}

TEST_F(variables_of_two, a_number_has_a_text) {
  table.set(a, value::make(std::int64_t{-5}));
  EXPECT_EQ(table.text(a), "-5");
  table.set(a, value::make(2.5));
  EXPECT_EQ(table.text(a), "2.5");
  EXPECT_EQ(table.get(a)->real, 2.5);
  table.set(a, value::make_null());
  EXPECT_EQ(table.text(a), "NULL");
}

TEST_F(variables_of_two, a_text_keeps_its_spelling_and_gets_a_value) {
  table.set(a, "007");
  ASSERT_NE(table.get(a), nullptr);
  EXPECT_EQ(table.get(a)->integer, 7);
  EXPECT_EQ(table.text(a), "007");
  table.set(a, "yes");
  EXPECT_TRUE(table.get(a)->boolean);
}

TEST_F(variables_of_two, a_text_without_value_serves_sql_only) {
  table.set(a, "it's");
  EXPECT_EQ(table.text(a), "it's");
  EXPECT_EQ(table.get(a), nullptr);
  EXPECT_EQ(table.explain(a), "malformed variable \"a\" value: \"it's\"");
}

TEST_F(variables_of_two, set_by_name) {
  EXPECT_TRUE(table.set(std::string_view("b"), "1"));
  EXPECT_EQ(table.text(b), "1");
  EXPECT_TRUE(table.set(std::string_view("nobody_reads_it"), "1"));
  EXPECT_FALSE(table.set(std::string_view("A b"), "1"));
}

TEST_F(variables_of_two, copies_are_apart) {
  table.set(a, "1");
  variables copy = table;
  copy.set(a, "2");
  EXPECT_EQ(table.text(a), "1");
  EXPECT_EQ(copy.text(a), "2");
}

TEST(automatic_variables, yield_to_what_is_defined) {
  variable_names names;
  intern_automatic(names);
  variables table(names);
  table.set(names.find("scale"), "77");
  define_automatic(table, {.scale = 10, .client_id = 3, .random_seed = 42, .default_seed = 0xffffffffffffffffU});
  EXPECT_EQ(table.text(names.find("scale")), "77");
  EXPECT_EQ(table.text(names.find("client_id")), "3");
  EXPECT_EQ(table.text(names.find("random_seed")), "42");
  EXPECT_EQ(table.text(names.find("default_seed")), "-1");
}

}  // namespace
}  // namespace pgpipe::app::bench
