#include "bench/stored_row.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <pgpipe/base/big_endian.hpp>

namespace pgpipe::app::bench {
namespace {

using namespace std::string_literals;

std::vector<std::byte> bytes(std::string_view text) {
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

// RowDescription of columns "a" and "b", and a DataRow of "1" and NULL.
const std::string column = "\0\0\0\0\0\0\0\0\0\31\377\377\377\377\377\377\0\0"s;
const std::string shape = "\0\2a\0"s + column + "b\0"s + column;
const std::string row = "\0\2\0\0\0\0011\377\377\377\377"s;
const std::string other_row = "\0\2\0\0\0\0012\0\0\0\1x"s;

struct fixture {
  fixture() {
    for (const char* name : {"a", "b", "p_a"}) names.intern(name);
  }
  std::string text(std::string_view name) { return std::string(table->text(names.find(name)).value_or("undefined")); }
  variable_names names;
  std::optional<variables> table;
  stored_row stored;
  command sql;

  void begin(row_use use, std::string prefix = {}) {
    table.emplace(names);
    sql.rows = use;
    sql.prefix = std::move(prefix);
    stored.begin();
  }
  void statement(std::initializer_list<std::string_view> rows) {
    EXPECT_TRUE(stored.on_row_description(bytes(shape)));
    for (const std::string_view each : rows) stored.on_data_row(bytes(each));
    EXPECT_TRUE(stored.on_statement_end(sql, *table));
  }
};

TEST(stored_row, gset_takes_the_last_statements_only_row) {
  fixture f;
  f.begin(row_use::gset);
  f.statement({other_row, other_row});
  EXPECT_EQ(f.text("a"), "undefined");
  f.statement({row});
  ASSERT_TRUE(f.stored.end(f.sql, *f.table));
  EXPECT_EQ(f.text("a"), "1");
  EXPECT_EQ(f.text("b"), "");
}

TEST(stored_row, gset_refuses_any_other_number_of_rows) {
  fixture f;
  f.begin(row_use::gset);
  f.statement({});
  EXPECT_FALSE(f.stored.end(f.sql, *f.table));
  f.begin(row_use::gset);
  f.statement({row, other_row});
  EXPECT_FALSE(f.stored.end(f.sql, *f.table));
  f.begin(row_use::gset);
  EXPECT_TRUE(f.stored.on_statement_end(f.sql, *f.table));
  EXPECT_FALSE(f.stored.end(f.sql, *f.table)) << "a statement that returns no rows";
  f.begin(row_use::gset);
  f.statement({row});
  EXPECT_TRUE(f.stored.on_statement_end(f.sql, *f.table));
  EXPECT_FALSE(f.stored.end(f.sql, *f.table)) << "the last statement counts";
}

TEST(stored_row, aset_takes_the_last_row_of_each_statement) {
  fixture f;
  f.begin(row_use::aset, "p_");
  f.statement({row, other_row});
  EXPECT_EQ(f.text("p_a"), "2");
  f.statement({});
  ASSERT_TRUE(f.stored.end(f.sql, *f.table));
  EXPECT_EQ(f.text("p_a"), "2");
  EXPECT_EQ(f.text("a"), "undefined");
}

TEST(stored_row, names_must_be_names) {
  fixture f;
  f.begin(row_use::gset, "a b");
  f.statement({row});
  const auto stored = f.stored.end(f.sql, *f.table);
  ASSERT_FALSE(stored);
  EXPECT_NE(stored.error().text().find("\"a ba\""), std::string::npos);
}

TEST(stored_row, broken_messages_are_errors) {
  fixture f;
  f.begin(row_use::gset);
  EXPECT_FALSE(f.stored.on_row_description(bytes("\0\2a"s)));
  f.begin(row_use::gset);
  f.statement({std::string_view(row).substr(0, 7)});
  EXPECT_FALSE(f.stored.end(f.sql, *f.table));
}

}  // namespace
}  // namespace pgpipe::app::bench
