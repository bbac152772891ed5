#include "bench/sql_message.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "bench/script_loader.hpp"

namespace pgpipe::app::bench {
namespace {

using namespace std::string_literals;

// One SQL command, the variables it mentions, and what it becomes on the wire.
class rendered {
 public:
  rendered(std::string_view sql, query_mode mode, bool describe = true)
      : script_(value_or_throw(script_loader(mode, names_).load_text(sql, "test"))),
        message_(value_or_throw(sql_message::make(script_.commands.front(), mode, "P_7", describe))),
        values_(names_) {}

  rendered& set(std::string_view name, const value& assigned) {
    values_.set(names_.find(name), assigned);
    return *this;
  }
  rendered& set(std::string_view name, std::string_view text) {
    EXPECT_TRUE(values_.set(name, text));
    return *this;
  }

  std::string bytes(bool sync = false) {
    EXPECT_TRUE(message_.append(out_, values_, sync));
    return take();
  }
  std::string parse() {
    EXPECT_TRUE(message_.append_parse(out_, values_));
    return take();
  }
  [[nodiscard]] const sql_message& message() const { return message_; }

 private:
  std::string take() {
    std::string text;
    while (!out_.pending().empty()) {
      const auto piece = out_.pending();
      text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
      out_.commit(piece.size());
    }
    return text;
  }

  variable_names names_;
  script script_;
  sql_message message_;
  variables values_;
  chunk_pool pool_;
  output_buffer out_{pool_};
};

std::string message(char type, std::string_view body) {
  std::string whole{type, '\0', '\0', '\0', static_cast<char>(4 + body.size())};
  return whole += body;
}

const std::string describe_bytes = message('D', "P\0"s);
const std::string execute_bytes = message('E', "\0\0\0\0\0"s);
const std::string sync_bytes = message('S', "");

TEST(sql_message, query_takes_the_values_into_its_text) {
  rendered sql("select :a, ':b', :c::int;", query_mode::simple);
  sql.set("a", value::make(std::int64_t{-12})).set("b", "x");
  EXPECT_EQ(sql.bytes(), message('Q', "select -12, 'x', :c::int;\0"s)) << "what is undefined stays as it is";
  sql.set("a", value::make(std::int64_t{123456789})).set("b", "").set("c", value::make_null());
  EXPECT_EQ(sql.bytes(), message('Q', "select 123456789, '', NULL::int;\0"s));
  EXPECT_EQ(sql.parse(), "");
  EXPECT_FALSE(sql.message().describes());
}

TEST(sql_message, query_quotes_values_as_the_text_asks) {
  rendered sql("select :'a', :\"b\", :c, :'d';", query_mode::simple);
  sql.set("a", "it's").set("b", "x\"y").set("c", "1");
  EXPECT_EQ(sql.bytes(), message('Q', "select 'it''s', \"x\"\"y\", 1, :'d';\0"s));
  EXPECT_EQ(sql.bytes(true), message('Q', "select 'it''s', \"x\"\"y\", 1, :'d';\0"s));
}

TEST(sql_message, names_are_in_the_text_that_is_parsed) {
  rendered sql("select :a as :\"b\", :'c';", query_mode::prepared);
  EXPECT_TRUE(sql.message().names_vary());
  sql.set("a", "1").set("b", "x\"y").set("c", "z");
  EXPECT_EQ(sql.parse(), message('P', "\0select $1 as \"x\"\"y\", $2;\0\0\0"s));
  EXPECT_EQ(sql.bytes(), message('B', "\0\0\0\0\0\2\0\0\0\0011\0\0\0\1z\0\0"s) + describe_bytes + execute_bytes);
  sql.set("b", "w");
  EXPECT_EQ(sql.parse(), message('P', "\0select $1 as \"w\", $2;\0\0\0"s));
  EXPECT_FALSE(rendered("select :a, :'c';", query_mode::prepared).message().names_vary());
}

TEST(sql_message, query_without_variables_is_constant) {
  rendered sql("select 1;", query_mode::simple);
  EXPECT_EQ(sql.bytes(), message('Q', "select 1;\0"s));
  EXPECT_EQ(sql.bytes(), message('Q', "select 1;\0"s));
}

TEST(sql_message, bind_carries_the_values) {
  rendered sql("select :a + :b;", query_mode::prepared);
  sql.set("a", value::make(std::int64_t{5}));
  const std::string head = "\0P_7\0\0\0\0\2"s;
  EXPECT_EQ(sql.bytes(), message('B', head + "\0\0\0\0015\377\377\377\377\0\0"s) + describe_bytes + execute_bytes)
      << "what is undefined is NULL";
  sql.set("b", "hello");
  EXPECT_EQ(sql.bytes(true),
            message('B', head + "\0\0\0\0015\0\0\0\5hello\0\0"s) + describe_bytes + execute_bytes + sync_bytes);
  EXPECT_EQ(sql.parse(), message('P', "P_7\0select $1 + $2;\0\0\0"s));
  EXPECT_TRUE(sql.message().describes());
}

TEST(sql_message, leaves_describe_out_where_nobody_needs_it) {
  rendered sql("select 1;", query_mode::prepared, false);
  EXPECT_EQ(sql.bytes(true), message('B', "\0P_7\0\0\0\0\0\0\0"s) + execute_bytes + sync_bytes);
  EXPECT_FALSE(sql.message().describes());
  EXPECT_TRUE(rendered("select 1 as a \\gset\n", query_mode::prepared, false).message().describes());
}

TEST(sql_message, refuses_a_zero_byte) {
  variable_names names;
  for (const query_mode mode : {query_mode::simple, query_mode::extended}) {
    command sql;
    sql.parameterized = "select '\0'"s;
    sql.pieces.push_back({"select '\0'"s, no_variable});
    const auto made = sql_message::make(sql, mode, "", true);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().category(), error_category::usage);
  }
}

}  // namespace
}  // namespace pgpipe::app::bench
