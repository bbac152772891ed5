#include "bench/expression_lexer.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

std::vector<token_kind> kinds(const std::string& text) {
  expression_lexer lexer(text);
  std::vector<token_kind> found;
  for (token each = lexer.next(); each.kind != token_kind::end; each = lexer.next()) found.push_back(each.kind);
  return found;
}

using enum token_kind;

TEST(expression_lexer, symbols) {
  EXPECT_EQ(kinds("<=<<< <>!=>>>=>"),
            (std::vector{less_equal, shift_left, less, not_equal, not_equal, shift_right, greater_equal, greater}));
  EXPECT_EQ(kinds("+-*/%&|#~(),="), (std::vector{plus, minus, times, divided, percent, ampersand, bar, sharp, tilde,
                                                 open, close, comma, equal}));
}

TEST(expression_lexer, words_in_any_case) {
  EXPECT_EQ(kinds("And OR not Is isnull NOTNULL case when then else end abs"),
            (std::vector{and_, or_, not_, is, isnull, notnull, case_, when, then, else_, end_case, name}));
  EXPECT_EQ(kinds("TRUE false Null truer"), (std::vector{constant, constant, constant, name}));
}

TEST(expression_lexer, numbers) {
  for (const char* text : {"1", "1.", ".5", "1e3", "1.5E-3", "9223372036854775807"}) {
    EXPECT_EQ(kinds(text), std::vector{constant}) << text;
  }
  EXPECT_EQ(kinds("9223372036854775808"), std::vector{smallest_integer});
  EXPECT_EQ(kinds("9223372036854775809"), std::vector{integer_overflow});
  EXPECT_EQ(kinds("1e400"), std::vector{double_overflow});
  EXPECT_EQ(kinds("1e"), (std::vector{constant, name}));
  EXPECT_EQ(kinds("1.5.5"), (std::vector{constant, constant}));
  EXPECT_EQ(kinds("."), std::vector{bad_character});
}

TEST(expression_lexer, variables) {
  EXPECT_EQ(kinds(":a :1x :\xc3\xa4"), (std::vector{variable, variable, variable}));
  EXPECT_EQ(kinds(": a"), (std::vector{bad_character, name}));
  expression_lexer lexer(":abc+");
  EXPECT_EQ(lexer.next().text, "abc");
}

TEST(expression_lexer, backslash_continues_a_line) {
  EXPECT_EQ(kinds("1 \\\n 2 \\\r\n 3"), (std::vector{constant, constant, constant}));
  EXPECT_EQ(kinds("\\ 1"), (std::vector{bad_character, constant}));
  EXPECT_EQ(kinds("\\"), std::vector{bad_character});
}

TEST(expression_lexer, tokens_know_where_they_end) {
  const std::string text = "ab + 12";
  expression_lexer lexer(text);
  EXPECT_EQ(lexer.next().last, 1U);
  EXPECT_EQ(lexer.next().last, 3U);
  EXPECT_EQ(lexer.next().last, 6U);
  EXPECT_EQ(lexer.next().last, 7U);
  EXPECT_EQ(lexer.next().kind, end);
}

}  // namespace
}  // namespace pgpipe::app::bench
