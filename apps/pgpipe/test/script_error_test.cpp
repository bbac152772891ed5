#include "bench/script_error.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(script_error, names_script_line_and_command) {
  EXPECT_EQ(make_script_error({"a.sql", 3, "set"}, "missing argument").text(),
            "a.sql:3: missing argument in command \"set\"");
  EXPECT_EQ(make_script_error({"a.sql", 3, {}, "select 1;"}, "wrong").text(), "a.sql:3: wrong\nselect 1;");
}

TEST(script_error, marks_the_place) {
  EXPECT_EQ(make_script_error({"a.sql", 1, "set", "\\set x 1 2", 9}, "syntax error").text(),
            "a.sql:1: syntax error in command \"set\"\n"
            "\\set x 1 2\n"
            "         ^ error found here");
}

TEST(script_error, marks_the_end_of_the_text) {
  EXPECT_EQ(make_script_error({"a.sql", 1, "if", "\\if", 3}, "syntax error").text(),
            "a.sql:1: syntax error in command \"if\"\n"
            "\\if\n"
            "   ^ error found here");
}

TEST(script_error, shows_the_line_to_blame_of_several) {
  EXPECT_EQ(make_script_error({"a.sql", 7, "set", "\\set x 1 + \\\r\n\t+ * 3\r\n", 17}, "syntax error").text(),
            "a.sql:8: syntax error in command \"set\"\n"
            "\t+ * 3\n"
            "\t  ^ error found here");
}

TEST(script_error, counts_characters_not_bytes) {
  EXPECT_EQ(make_script_error({"a.sql", 1, "set", "\\set \xc3\xa4 !", 8}, "unexpected character (!)").text(),
            "a.sql:1: unexpected character (!) in command \"set\"\n"
            "\\set \xc3\xa4 !\n"
            "       ^ error found here");
}

}  // namespace
}  // namespace pgpipe::app::bench
