#include "bench/sql_template.hpp"

#include <string>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

// The pieces with variables as <name>, then the text with parameters.
std::string split(const std::string& sql, const variable_rules& rules = {}) {
  variable_names names;
  command target;
  std::string read;
  sql_lexer lexer(sql);
  lexer.next_command(read);
  EXPECT_EQ(read, sql);
  find_variables(sql, lexer.quoted(), rules, names, target);
  std::string shown;
  for (const text_piece& each : target.pieces) {
    shown += each.text;
    if (each.slot == no_variable) continue;
    const std::string_view mark = each.quoting == quoting::none ? "" : each.quoting == quoting::literal ? "'" : "\"";
    shown.append("<").append(mark).append(names.name(each.slot)).append(">");
  }
  return shown + "|" + target.parameterized;
}

TEST(sql_template, names_start_with_a_letter) {
  EXPECT_EQ(split("select :a, :_b1, :\xc3\xa4;"), "select <a>, <_b1>, <\xc3\xa4>;|select $1, $2, $3;");
  EXPECT_EQ(split("select '12:34'::time, :1;"), "select '12:34'::time, :1;|select '12:34'::time, :1;");
  EXPECT_EQ(split("a[1:2] a[:x:3]"), "a[1:2] a[<x>:3]|a[1:2] a[$1:3]");
}

TEST(sql_template, quotes_and_comments_are_text) {
  EXPECT_EQ(split("select ':x' /* :x */ -- :x"), "select '<x>' /* <x> */ -- <x>|select '$1' /* $2 */ -- $3");
}

TEST(sql_template, variables_are_not_in_quotes_where_the_rules_say_so) {
  const variable_rules ours = variable_rules::of({}, query_mode::prepared);
  EXPECT_EQ(split("select ':x', :x /* :x */ -- :x", ours),
            "select ':x', <x> /* :x */ -- :x|select ':x', $1 /* :x */ -- :x");
  EXPECT_EQ(split("select $q$ :x $q$, \":x\", e'\\' :x', :x", ours),
            "select $q$ :x $q$, \":x\", e'\\' :x', <x>|select $q$ :x $q$, \":x\", e'\\' :x', $1");
  EXPECT_EQ(split("'a:x''b:x':x':x", ours), "'a:x''b:x'<x>':x|'a:x''b:x'$1':x");
}

TEST(sql_template, quoted_variables) {
  const variable_rules ours = variable_rules::of({}, query_mode::simple);
  EXPECT_EQ(split("select :'x', :\"y\", ':z', ':'x'", ours),
            "select <'x>, <\"y>, '<z>', ':'x'|select $1, :\"y\", '$2', ':'x'");
  EXPECT_EQ(split(":'', :'a b', ::'x', :'x", ours), ":'', :'a b', ::'x', :'x|:'', :'a b', ::'x', :'x");
  EXPECT_EQ(split(":'x''y'", ours), "<'x>'y'|$1'y'");
}

TEST(sql_template, rules_follow_the_behaviour) {
  for (const query_mode mode : {query_mode::simple, query_mode::extended, query_mode::prepared}) {
    EXPECT_FALSE(variable_rules::of(compatibility(19), mode).quotes_are_text);
    EXPECT_FALSE(variable_rules::of(compatibility(15), mode).may_be_quoted);
    EXPECT_TRUE(variable_rules::of({}, mode).may_be_quoted);
    EXPECT_EQ(variable_rules::of({}, mode).quotes_are_text, mode != query_mode::simple);
  }
}

TEST(sql_template, every_mention_is_a_parameter_of_its_own) { EXPECT_EQ(split(":x:x"), "<x><x>|$1$2"); }

TEST(sql_template, nothing_after_two_colons) {
  EXPECT_EQ(split("1::int, :::x, ::::y :z"), "1::int, :::x, ::::y <z>|1::int, :::x, ::::y $1");
}

TEST(sql_template, ends) {
  EXPECT_EQ(split(""), "|");
  EXPECT_EQ(split(":"), ":|:");
  EXPECT_EQ(split("::"), "::|::");
  EXPECT_EQ(split(":x"), "<x>|$1");
  EXPECT_EQ(split("select :'x' :\"x\""), "select :'x' :\"x\"|select :'x' :\"x\"");
}

}  // namespace
}  // namespace pgpipe::app::bench
