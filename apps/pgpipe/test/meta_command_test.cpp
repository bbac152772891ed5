#include "bench/meta_command.hpp"

#include <string>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

class meta_commands : public testing::Test {
 protected:
  result<meta_command> parse(const std::string& text) {
    const std::string exact(text);
    return parse_meta_command({"s.sql", 4, exact}, names);
  }
  command parsed(const std::string& text) { return parse(text).value().command; }
  std::string refusal(const std::string& text) { return parse(text).error().text(); }

  variable_names names;
};

TEST_F(meta_commands, names_are_case_insensitive) {
  const command set = parsed("\\SET x 1");
  EXPECT_EQ(set.kind, command_kind::set);
  EXPECT_EQ(set.name, "set");
  EXPECT_EQ(names.name(set.target), "x");
  EXPECT_EQ(set.line, 4U);
  EXPECT_EQ(set.first_line, "\\SET x 1");
}

TEST_F(meta_commands, a_lone_backslash_is_nothing) {
  EXPECT_EQ(parse("\\").value().outcome, meta_command::outcome::nothing);
  EXPECT_EQ(parse("\\  ").value().outcome, meta_command::outcome::nothing);
}

TEST_F(meta_commands, set_leaves_a_bad_name_to_run_time) {
  const command set = parsed("\\set . 1");
  EXPECT_EQ(set.target, no_variable);
  EXPECT_EQ(set.target_name, ".");
}

TEST_F(meta_commands, set_refuses_what_is_no_expression) {
  EXPECT_EQ(refusal("\\set"), "s.sql:4: missing argument in command \"set\"\n\\set");
  EXPECT_EQ(refusal("\\set x 1 +"),
            "s.sql:4: syntax error in command \"set\"\n\\set x 1 +\n          ^ error found here");
  EXPECT_EQ(refusal("\\set x 1 -- foo"),
            "s.sql:4: unexpected function name (foo) in command \"set\"\n"
            "\\set x 1 -- foo\n              ^ error found here");
}

TEST_F(meta_commands, sleep_units) {
  EXPECT_EQ(parsed("\\sleep 2").sleep.unit_us, 1000000);
  EXPECT_EQ(parsed("\\sleep 2 MS").sleep.unit_us, 1000);
  EXPECT_EQ(parsed("\\sleep 15us").sleep.unit_us, 1);
  EXPECT_EQ(parsed("\\sleep 15us").sleep.number, 15);
  EXPECT_EQ(parsed("\\sleep -5").sleep.number, -5);
  EXPECT_EQ(names.name(parsed("\\sleep :x ms").sleep.slot), "x");
}

TEST_F(meta_commands, sleep_refusals) {
  EXPECT_EQ(refusal("\\sleep"), "s.sql:4: missing argument in command \"sleep\"\n\\sleep");
  EXPECT_EQ(refusal("\\sleep 1 ms foo"),
            "s.sql:4: too many arguments in command \"sleep\"\n\\sleep 1 ms foo\n            ^ error found here");
  EXPECT_EQ(refusal("\\sleep foo"),
            "s.sql:4: invalid sleep time, must be an integer (foo) in command \"sleep\"\n"
            "\\sleep foo\n       ^ error found here");
  EXPECT_EQ(refusal("\\sleep 1.5"),
            "s.sql:4: unrecognized time unit, must be us, ms or s (.5) in command \"sleep\"\n"
            "\\sleep 1.5\n        ^ error found here");
  EXPECT_EQ(refusal("\\sleep 99999999999999999999"),
            "s.sql:4: sleep time is out of range (99999999999999999999) in command \"sleep\"\n"
            "\\sleep 99999999999999999999\n       ^ error found here");
}

TEST_F(meta_commands, shell_replaces_whole_words) {
  const command shell = parsed("\\shell echo  :x ::y a:z");
  ASSERT_EQ(shell.pieces.size(), 2U);
  EXPECT_EQ(shell.pieces[0].text, "echo ");
  EXPECT_EQ(names.name(shell.pieces[0].slot), "x");
  EXPECT_EQ(shell.pieces[1].text, " :y a:z");
  EXPECT_EQ(refusal("\\shell"), "s.sql:4: missing command in command \"shell\"\n\\shell");
}

TEST_F(meta_commands, setshell_names_its_variable) {
  const command setshell = parsed("\\setshell v echo 1");
  EXPECT_EQ(names.name(setshell.target), "v");
  EXPECT_EQ(setshell.pieces.at(0).text, "echo 1");
  EXPECT_EQ(refusal("\\setshell v"), "s.sql:4: missing argument in command \"setshell\"\n\\setshell v");
}

TEST_F(meta_commands, row_uses_belong_to_the_command_before) {
  const meta_command gset = parse("\\gset p_").value();
  EXPECT_EQ(gset.outcome, meta_command::outcome::row_use);
  EXPECT_EQ(gset.command.rows, row_use::gset);
  EXPECT_EQ(gset.command.prefix, "p_");
  EXPECT_EQ(parsed("\\aset").rows, row_use::aset);
  EXPECT_EQ(refusal("\\gset a b"),
            "s.sql:4: too many arguments in command \"gset\"\n\\gset a b\n        ^ error found here");
}

TEST_F(meta_commands, pipelines_and_their_older_names) {
  EXPECT_EQ(parsed("\\startpipeline").kind, command_kind::startpipeline);
  EXPECT_EQ(parsed("\\beginbatch").kind, command_kind::startpipeline);
  EXPECT_EQ(parsed("\\syncpipeline").kind, command_kind::syncpipeline);
  const auto known = [&](std::string_view line, int version) {
    return parse_meta_command({"s.sql", 1, line}, names, compatibility(version)).has_value();
  };
  EXPECT_FALSE(known("\\syncpipeline", 16));
  EXPECT_TRUE(known("\\syncpipeline", 17));
  EXPECT_FALSE(known("\\beginbatch", 19));
  EXPECT_FALSE(known("\\endbatch", 19));
  EXPECT_EQ(parsed("\\endpipeline").kind, command_kind::endpipeline);
  EXPECT_EQ(parsed("\\endbatch").kind, command_kind::endpipeline);
  EXPECT_EQ(refusal("\\endif foo"),
            "s.sql:4: unexpected argument in command \"endif\"\n\\endif foo\n       ^ error found here");
}

TEST_F(meta_commands, unknown_ones_are_refused) {
  EXPECT_EQ(refusal("\\setrandom x 1 2"), "s.sql:4: invalid command in command \"setrandom\"\n\\setrandom x 1 2");
}

TEST(meta_command_size, ends_at_the_newline) {
  EXPECT_EQ(meta_command_size("\\set x 1\nselect"), 8U);
  EXPECT_EQ(meta_command_size("\\set x 1\r\nselect"), 8U);
  EXPECT_EQ(meta_command_size("\\set x 1"), 8U);
  EXPECT_EQ(meta_command_size("\\set x \\\n1\n"), 10U);
  EXPECT_EQ(meta_command_size("\\set x \\\r\n1\r\n"), 11U);
  EXPECT_EQ(meta_command_size("\\\nselect 1;"), 1U);
  EXPECT_EQ(meta_command_size("\\"), 1U);
}

}  // namespace
}  // namespace pgpipe::app::bench
