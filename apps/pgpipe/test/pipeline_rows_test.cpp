#include "bench/pipeline_rows.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using namespace std::string_literals;

std::vector<std::byte> bytes(std::string_view text) {
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

// RowDescription of a column "a", and DataRows of it.
const std::string shape = "\0\1a\0\0\0\0\0\0\0\0\0\0\31\377\377\377\377\377\377\0\0"s;
std::string row(char value) { return "\0\1\0\0\0\1"s + value; }

struct fixture {
  fixture() : table((names.intern("a"), names.intern("p_a"), names)) {
    ran.commands.resize(3);
    ran.commands[0].rows = row_use::gset;
    ran.commands[2].rows = row_use::aset;
    ran.commands[2].prefix = "p_";
    for (const std::size_t command : {0U, 2U}) rows.expect(command);
  }
  std::string text(std::string_view name) { return std::string(table.text(names.find(name)).value_or("undefined")); }
  void answer(std::size_t command, std::string_view values) {
    EXPECT_TRUE(rows.on_row_description(command, bytes(shape)));
    for (const char each : values) rows.on_data_row(command, bytes(row(each)));
  }

  variable_names names;
  variables table;
  script ran;
  pipeline_rows rows;
  std::size_t failed = 99;
};

TEST(pipeline_rows, become_variables_at_the_end) {
  fixture f;
  f.answer(0, "1");
  f.answer(2, "345");
  EXPECT_EQ(f.text("a"), "undefined");
  EXPECT_TRUE(f.rows.store(f.ran, f.table, f.failed));
  EXPECT_EQ(f.text("a"), "1");
  EXPECT_EQ(f.text("p_a"), "5");
  EXPECT_TRUE(f.rows.empty());
}

TEST(pipeline_rows, gset_needs_one_row) {
  fixture f;
  f.answer(0, "12");
  EXPECT_FALSE(f.rows.store(f.ran, f.table, f.failed));
  EXPECT_EQ(f.failed, 0U);
  EXPECT_TRUE(f.rows.empty());
  fixture none;
  none.answer(2, "1");
  EXPECT_FALSE(none.rows.store(none.ran, none.table, none.failed)) << "no answer is no row";
  EXPECT_EQ(none.failed, 0U);
}

TEST(pipeline_rows, others_answers_are_ignored) {
  fixture f;
  f.answer(1, "9");
  f.answer(0, "1");
  EXPECT_TRUE(f.rows.store(f.ran, f.table, f.failed)) << "aset takes no row, too";
  EXPECT_EQ(f.text("a"), "1");
}

TEST(pipeline_rows, can_be_forgotten) {
  fixture f;
  f.rows.clear();
  EXPECT_TRUE(f.rows.empty());
  EXPECT_TRUE(f.rows.store(f.ran, f.table, f.failed));
  EXPECT_EQ(f.text("a"), "undefined");
}

}  // namespace
}  // namespace pgpipe::app::bench
