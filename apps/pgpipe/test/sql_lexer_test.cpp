#include "bench/sql_lexer.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

// The commands of a text without meta-commands; a backslash that ends one shows as "\".
std::vector<std::string> commands(std::string_view text) {
  const std::string exact(text);
  sql_lexer lexer(exact);
  std::vector<std::string> found;
  std::string command;
  for (;;) {
    const sql_end end = lexer.next_command(command);
    if (!command.empty()) found.push_back(command);
    if (end == sql_end::end_of_text) return found;
    if (end == sql_end::backslash) {
      found.emplace_back("\\");
      lexer.skip_to(lexer.position() + 1);
    }
  }
}

using texts = std::vector<std::string>;

TEST(sql_lexer, semicolons_end_commands) {
  EXPECT_EQ(commands("select 1;\nselect 2; select 3"), (texts{"select 1;", "select 2;", "select 3"}));
  EXPECT_EQ(commands(";;"), (texts{";", ";"}));
  EXPECT_EQ(commands(""), texts{});
}

TEST(sql_lexer, blanks_and_line_comments_before_a_command_are_left_out) {
  EXPECT_EQ(commands("-- lead\n\r\n  select 1 -- in;\n + 2; -- tail"), (texts{"select 1 -- in;\n + 2;"}));
  EXPECT_EQ(commands("-- only"), texts{});
  EXPECT_EQ(commands("/* a; /* b; */ c; */ select 1;"), (texts{"/* a; /* b; */ c; */ select 1;"}));
}

TEST(sql_lexer, quotes_hide_semicolons) {
  EXPECT_EQ(commands("select 'a;''b', \"c;d\"; x"), (texts{"select 'a;''b', \"c;d\";", "x"}));
  EXPECT_EQ(commands("select '\\'; x"), (texts{"select '\\';", "x"}));
  EXPECT_EQ(commands("do $f$ a; $$ b; $f$; x"), (texts{"do $f$ a; $$ b; $f$;", "x"}));
  EXPECT_EQ(commands("select $1$a$;$a$; x"), (texts{"select $1$a$;$a$;", "x"}));
  EXPECT_EQ(commands("select a$b$; x"), (texts{"select a$b$;", "x"}));
}

TEST(sql_lexer, escape_strings) {
  EXPECT_EQ(commands("select E'a\\';b'; x"), (texts{"select E'a\\';b';", "x"}));
  EXPECT_EQ(commands("select e'a''\\';b'; x"), (texts{"select e'a''\\';b';", "x"}));
  EXPECT_EQ(commands("select E'a' -- c\n '\\';b'; x"), (texts{"select E'a' -- c\n '\\';b';", "x"}));
  EXPECT_EQ(commands("select E'a' '\\'; x"), (texts{"select E'a' '\\';", "x"}));
  EXPECT_EQ(commands("select be'\\'; x"), (texts{"select be'\\';", "x"}));
  EXPECT_EQ(commands("select :e'\\'; x"), (texts{"select :e'\\';", "x"}));
  EXPECT_EQ(commands("select 1e'\\'; x"), (texts{"select 1e'\\';", "x"}));
  EXPECT_EQ(commands("select 1::e'\\';'; x"), (texts{"select 1::e'\\';';", "x"}));
}

TEST(sql_lexer, dollar_quotes_may_follow_a_variable_or_a_number) {
  EXPECT_EQ(commands("select :x$$;$$; x"), (texts{"select :x$$;$$;", "x"}));
  EXPECT_EQ(commands("select 1a$$;$$; x"), (texts{"select 1a$$;", "$$; x"}));
}

TEST(sql_lexer, parentheses_hide_semicolons) {
  EXPECT_EQ(commands("create rule r do (a; b); x)y; z"), (texts{"create rule r do (a; b);", "x)y;", "z"}));
}

TEST(sql_lexer, bodies_of_functions_are_one_command) {
  const std::string function =
      "create function f() returns int begin atomic select 1; select case when true then 2 end; end;";
  EXPECT_EQ(commands(function + " x"), (texts{function, "x"}));
  const std::string replaced = "CREATE OR REPLACE PROCEDURE p() BEGIN ATOMIC SELECT 1; END;";
  EXPECT_EQ(commands(replaced + " x"), (texts{replaced, "x"}));
  EXPECT_EQ(commands("begin; end;"), (texts{"begin;", "end;"}));
  EXPECT_EQ(commands("create table begin; end;"), (texts{"create table begin;", "end;"}));
}

TEST(sql_lexer, escaped_semicolon_joins) {
  EXPECT_EQ(commands("select 1\\; select 2 \\:x; x"), (texts{"select 1; select 2 :x;", "x"}));
}

TEST(sql_lexer, backslash_ends_a_command) {
  EXPECT_EQ(commands("select 1 \\ 2; x"), (texts{"select 1 ", "\\", "2;", "x"}));
  EXPECT_EQ(commands("\\"), texts{"\\"});
  EXPECT_EQ(commands("select (\\ 2; 3"), (texts{"select (", "\\", "2; 3"}));
}

TEST(sql_lexer, unterminated_constructs_reach_to_the_end) {
  for (const char* text :
       {"select 'a; b", "select \"a; b", "select E'a\\", "select $a$; $b$", "/* a; /* */ b;", "a$"}) {
    EXPECT_EQ(commands(text), texts{text}) << text;
  }
}

TEST(sql_lexer, knows_where_commands_start) {
  const std::string text = "-- c\n  select 1; \\x";
  sql_lexer lexer(text);
  std::string command;
  EXPECT_EQ(lexer.next_command(command), sql_end::semicolon);
  EXPECT_EQ(lexer.command_start(), 7U);
  EXPECT_EQ(lexer.position(), 16U);
  EXPECT_EQ(lexer.next_command(command), sql_end::backslash);
  EXPECT_EQ(lexer.position(), 17U);
}

TEST(sql_lexer, what_follows_a_number_is_no_word) {
  EXPECT_EQ(commands("select 1e$$;x$$;"), (texts{"select 1e$$;", "x$$;"}));
  EXPECT_EQ(commands("select 1.5e3$$;x$$;"), (texts{"select 1.5e3$$;", "x$$;"}));
  EXPECT_EQ(commands("select 1xe'\\'; x"), (texts{"select 1xe'\\';", "x"}));
  EXPECT_EQ(commands("select $1a$$;x$$;"), (texts{"select $1a$$;", "x$$;"}));
}

TEST(sql_lexer, a_literals_prefix_is_no_word) {
  for (const char* literal : {"b'1'", "X'f'", "n'x'", "u&'x'", "U&\"x\""}) {
    const std::string body = std::string(literal) + " create function f() begin atomic; end;";
    EXPECT_EQ(commands(body), texts{body});
  }
  EXPECT_EQ(commands("b create function f() begin atomic; end;").size(), 2U);
}

}  // namespace
}  // namespace pgpipe::app::bench
