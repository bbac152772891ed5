#include "bench/sql_template.hpp"

#include <string>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

// The pieces with variables as <name>, then the text with parameters.
std::string split(const std::string& sql) {
  variable_names names;
  command target;
  find_variables(sql, names, target);
  std::string shown;
  for (const text_piece& each : target.pieces) {
    shown += each.text;
    if (each.slot != no_variable) shown += "<" + names.name(each.slot) + ">";
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
