#include "bench/copy_statement.hpp"

#include <string>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

bool takes_data(const std::string& sql) {
  std::string read;
  sql_lexer lexer(sql);
  lexer.next_command(read);
  return is_copy_from_stdin(read, lexer.quoted());
}

TEST(copy_statement, from_stdin_is_found) {
  EXPECT_TRUE(takes_data("copy t from stdin;"));
  EXPECT_TRUE(takes_data("/* from */ COPY s.\"from\" (a, b)\n FROM -- x\n STDIN WITH (format csv);"));
  EXPECT_TRUE(takes_data("copy binary t from stdin"));
}

TEST(copy_statement, other_statements_are_not) {
  EXPECT_FALSE(takes_data("copy t to stdout;"));
  EXPECT_FALSE(takes_data("copy (select a from stdin) to stdout;"));
  EXPECT_FALSE(takes_data("copy t from 'stdin';"));
  EXPECT_FALSE(takes_data("copy t from '/tmp/f' (delimiter 'stdin');"));
  EXPECT_FALSE(takes_data("select 'copy t from stdin';"));
  EXPECT_FALSE(takes_data("begin\\; copy t from stdin;"));
  EXPECT_FALSE(takes_data("copy"));
  EXPECT_FALSE(takes_data(""));
}

std::string request(const std::string& arguments) {
  const auto parsed = parse_copy(arguments);
  if (!parsed) return "error: " + parsed.error().text();
  switch (parsed->data) {
    case copy_request::data::discarded: return parsed->sql + "|thrown away";
    case copy_request::data::lines: return parsed->sql + "|lines";
    case copy_request::data::file: return parsed->sql + "|file " + parsed->file;
  }
  return "";
}

TEST(copy_statement, the_meta_command_names_its_data) {
  EXPECT_EQ(request(" t from 'a b.csv' (format csv)"), "COPY t from STDIN (format csv)|file a b.csv");
  EXPECT_EQ(request(" t (a, b) FROM it''s.txt;"), "COPY t (a, b) FROM STDIN|file it''s.txt");
  EXPECT_EQ(request(" t from 'it''s'"), "COPY t from STDIN|file it's");
  EXPECT_EQ(request(" t from stdin with (null 'x')"), "COPY t from STDIN with (null 'x')|lines");
  EXPECT_EQ(request(" \"from\" from pstdin"), "COPY \"from\" from STDIN|lines");
  EXPECT_EQ(request(" (select a from b) to stdout csv"), "COPY (select a from b) to STDOUT csv|thrown away");
}

TEST(copy_statement, the_meta_command_can_be_wrong) {
  EXPECT_EQ(request(""), "error: FROM or TO is missing");
  EXPECT_EQ(request(" t"), "error: FROM or TO is missing");
  EXPECT_EQ(request(" t from "), "error: missing argument");
  EXPECT_EQ(request(" t from program 'ls'"), "error: PROGRAM is not supported");
  EXPECT_EQ(request(" t to 'f'"), "error: only TO STDOUT is supported; the rows are read and thrown away");
  EXPECT_EQ(request(" t from 'f'; select 1"), "error: one line, one COPY");
  EXPECT_EQ(request(" t from 'f' \\gset"), "error: a backslash is not allowed");
}

}  // namespace
}  // namespace pgpipe::app::bench
