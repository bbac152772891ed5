#include "bench/script_loader.hpp"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/base/output_buffer.hpp>

#include "bench/copy_source.hpp"
#include "bench/script_run.hpp"

namespace pgpipe::app::bench {
namespace {

class script_loading : public testing::Test {
 protected:
  result<script> load(std::string_view text, query_mode mode = query_mode::simple) {
    const std::string exact(text);
    return script_loader(mode, names).load_text(exact, "s.sql");
  }
  std::vector<std::string> texts(std::string_view text) {
    std::vector<std::string> found;
    const script loaded = load(text).value();
    for (const command& each : loaded.commands) found.push_back(each.text);
    return found;
  }
  std::string refusal(std::string_view text, query_mode mode = query_mode::simple) {
    return load(text, mode).error().text();
  }

  variable_names names;
};

TEST_F(script_loading, commands_and_their_lines) {
  const script loaded = load("-- c\n\\set x 1 + \\\n  2\nselect\n :x;\n\nselect 2 \\sleep 1 us\nselect 3").value();
  ASSERT_EQ(loaded.commands.size(), 5U);
  EXPECT_EQ(loaded.commands[0].line, 2U);
  EXPECT_EQ(loaded.commands[1].line, 4U);
  EXPECT_EQ(loaded.commands[1].first_line, "select");
  EXPECT_EQ(loaded.commands[1].text, "select\n :x;");
  EXPECT_EQ(loaded.commands[2].line, 7U);
  EXPECT_EQ(loaded.commands[3].kind, command_kind::sleep);
  EXPECT_EQ(loaded.commands[3].line, 7U);
  EXPECT_EQ(loaded.commands[4].line, 8U);
}

TEST_F(script_loading, windows_line_ends) {
  const script loaded = load("\\set b 2 + \\\r\n 3\r\nselect :b;\r\n").value();
  ASSERT_EQ(loaded.commands.size(), 2U);
  EXPECT_EQ(loaded.commands[0].first_line, "\\set b 2 + \\");
  EXPECT_EQ(loaded.commands[1].text, "select :b;");
}

TEST_F(script_loading, last_line_may_end_in_a_variable) {
  const script loaded = load("\\set a 12\nselect :a").value();
  variables table(names);
  table.set(names.find("a"), value::make(std::int64_t{12}));
  std::string sql;
  append_sql(loaded.commands.at(1), table, sql);
  EXPECT_EQ(sql, "select 12");
}

TEST_F(script_loading, byte_order_mark_is_dropped) {
  EXPECT_EQ(texts("\xef\xbb\xbfselect 1;"), std::vector<std::string>{"select 1;"});
}

TEST_F(script_loading, nothing_to_run_is_refused) {
  for (const char* text : {"", " \r\n", "-- only", "\\\n"}) {
    EXPECT_EQ(refusal(text), "empty command list for script \"s.sql\"") << text;
  }
  EXPECT_EQ(texts("/* c */"), std::vector<std::string>{"/* c */"});
}

TEST_F(script_loading, nul_bytes_are_refused) {
  EXPECT_EQ(refusal(std::string_view("select 1;\nselect \0;", 19)), "s.sql:2: a script cannot hold a NUL byte");
}

TEST_F(script_loading, gset_belongs_to_the_command_before) {
  const script loaded = load("select 1 \\gset p\nselect 2\\;select 3 \\aset\nselect 4;").value();
  ASSERT_EQ(loaded.commands.size(), 3U);
  EXPECT_EQ(loaded.commands[0].rows, row_use::gset);
  EXPECT_EQ(loaded.commands[0].prefix, "p");
  EXPECT_EQ(loaded.commands[1].rows, row_use::aset);
  EXPECT_EQ(loaded.commands[1].text, "select 2;select 3 ");
  EXPECT_EQ(loaded.commands[2].rows, row_use::none);
}

TEST_F(script_loading, gset_needs_a_command_before) {
  EXPECT_EQ(refusal("\\gset"), "s.sql:1: \\gset must follow an SQL command\n\\gset");
  EXPECT_EQ(refusal("select 1 \\gset\n\\aset"), "s.sql:2: \\aset must follow an SQL command\n\\aset");
  EXPECT_EQ(refusal("\\set x 1\n\\gset"), "s.sql:2: \\gset must follow an SQL command\n\\gset");
}

TEST_F(script_loading, errors_name_their_line) {
  EXPECT_EQ(refusal("select 1;\n\\set x 1 + \\\n * 2\n"),
            "s.sql:3: syntax error in command \"set\"\n * 2\n ^ error found here");
  EXPECT_EQ(refusal("select 1;\n\\if 1\nselect 2;"),
            "s.sql:2: \\if without matching \\endif in command \"if\"\n\\if 1");
}

TEST_F(script_loading, bounds_the_parameters_of_a_command) {
  std::string sql = "select 0";
  for (int i = 0; i < 255; ++i) sql += ",:x";
  EXPECT_TRUE(load(sql, query_mode::prepared));
  sql += ",:x";
  EXPECT_TRUE(load(sql, query_mode::simple));
  EXPECT_NE(refusal(sql, query_mode::prepared).find("s.sql:1: statement has too many arguments (maximum is 255)"),
            std::string::npos);
  EXPECT_FALSE(load(sql, query_mode::extended));
}

TEST_F(script_loading, statements_are_numbered_over_all_scripts) {
  script_loader loader(query_mode::prepared, names);
  const script first = loader.load_text("select 1; \\set x 1\nselect 2;", "a").value();
  const script second = loader.load_text("select 3;", "b").value();
  EXPECT_EQ(first.index, 0U);
  EXPECT_EQ(second.index, 1U);
  EXPECT_EQ(first.commands[2].statement, 1U);
  EXPECT_EQ(second.commands[0].statement, 2U);
}

TEST_F(script_loading, reports_show_the_start_of_a_long_line) {
  EXPECT_EQ(load("select '" + std::string(200, 'x') + "';").value().commands[0].first_line.size(), 127U);
  const std::string accented = "select '" + std::string(118, 'x') + "\xc3\xa4\xc3\xa4";
  EXPECT_EQ(load(accented).value().commands[0].first_line, accented.substr(0, 126));
}

TEST_F(script_loading, builtins_load) {
  script_loader loader(query_mode::prepared, names);
  const std::size_t sizes[] = {11, 9, 2};
  for (std::size_t i = 0; i < 3; ++i) {
    const script loaded = loader.load_builtin(builtin_scripts()[i]).value();
    EXPECT_EQ(loaded.commands.size(), sizes[i]);
    EXPECT_EQ(loaded.label, builtin_scripts()[i].label);
  }
}

TEST_F(script_loading, files) {
  const std::string path = testing::TempDir() + "pgpipe_script_loader_test.sql";
  std::ofstream(path) << "select 1;\n";
  script_loader loader(query_mode::simple, names);
  const auto loaded = loader.load_file(path);
  std::remove(path.c_str());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->label, path);
  EXPECT_EQ(loader.load_file("/nonexistent/x.sql").error().text(),
            "could not open file \"/nonexistent/x.sql\": No such file or directory");
  EXPECT_EQ(loader.load_file("/").error().text(), "could not read file \"/\": Is a directory");
}

// Four times the text may take four times as long, not sixteen; the bound is loose enough for a busy machine.
TEST_F(script_loading, time_is_linear_in_the_size) {
  const auto seconds = [this](int commands) {
    std::string text;
    for (int i = 0; i < commands; ++i) text += "select :x + 1 from t; \\set x 1\n";
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(load(text).value().commands.size(), static_cast<std::size_t>(2 * commands));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const double small = seconds(5000);
  EXPECT_LT(seconds(20000), 0.5 + 12 * small);
}

TEST_F(script_loading, a_very_long_line_is_one_command) {
  const std::string sql = "select '" + std::string(1000000, ':') + "'";
  EXPECT_EQ(texts(sql).at(0).size(), sql.size());
}

std::string data_of(const command& copying) {
  chunk_pool pool;
  output_buffer out(pool);
  const std::size_t size = copying.copy->append(out, 0).value();
  return size == 0 ? "" : std::string(reinterpret_cast<const char*>(out.pending().data()) + 5, size);
}

TEST_F(script_loading, copy_takes_the_lines_behind_it) {
  const script loaded = load(
                            "copy t from stdin; -- two rows\n1\ta;\n2\t\\N\n\\.\nselect 2;\n"
                            "copy t from stdin;\n\\.\n\\copy u from stdin csv\r\n7\r\n\\.\r\nselect 3;")
                            .value();
  ASSERT_EQ(loaded.commands.size(), 5U);
  EXPECT_EQ(loaded.commands[0].text, "copy t from stdin;");
  EXPECT_EQ(data_of(loaded.commands[0]), "1\ta;\n2\t\\N\n");
  EXPECT_EQ(loaded.commands[1].text, "select 2;");
  EXPECT_EQ(loaded.commands[1].line, 5U);
  EXPECT_EQ(loaded.commands[1].copy, nullptr);
  EXPECT_EQ(data_of(loaded.commands[2]), "");
  EXPECT_EQ(loaded.commands[3].kind, command_kind::sql);
  EXPECT_EQ(loaded.commands[3].text, "COPY u from STDIN csv");
  EXPECT_EQ(loaded.commands[3].first_line, "\\copy u from stdin csv");
  EXPECT_EQ(data_of(loaded.commands[3]), "7\r\n");
  EXPECT_EQ(loaded.commands[4].line, 11U);
  EXPECT_EQ(loaded.commands[4].statement, 4U);
}

TEST_F(script_loading, copy_needs_its_data) {
  EXPECT_EQ(load("select 1;\ncopy t from stdin;\n1\n").error().text(),
            "s.sql:2: the data of COPY FROM STDIN must end with a line \"\\.\"\ncopy t from stdin;");
  EXPECT_EQ(load("copy t from stdin; select 1;\n\\.\n").error().text(),
            "s.sql:1: the data of COPY FROM STDIN must begin in a line of its own\ncopy t from stdin;");
  EXPECT_NE(
      load("\\copy t from '/nonexistent/x'\n").error().text().find("s.sql:1: could not open file \"/nonexistent/x\""),
      std::string::npos);
}

TEST_F(script_loading, copy_is_like_any_statement_for_pgbench) {
  variable_names other;
  script_loader loader(query_mode::simple, other, compatibility(19));
  const script loaded = loader.load_text("copy t from stdin;\nselect 1;\n", "s.sql").value();
  ASSERT_EQ(loaded.commands.size(), 2U);
  EXPECT_EQ(loaded.commands[0].copy, nullptr);
  EXPECT_NE(loader.load_text("\\copy t from 'x'\n", "s.sql").error().text().find("invalid command"), std::string::npos);
}

}  // namespace
}  // namespace pgpipe::app::bench
