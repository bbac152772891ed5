#pragma once

#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "support/server.hpp"

namespace pgpipe::test {

// A value whose codec is made to write one format.
template <typename T, format As>
struct in_format {
  T value;
};

}  // namespace pgpipe::test

template <typename T, pgpipe::format As>
struct pgpipe::types::codec<pgpipe::test::in_format<T, As>> {
  static constexpr std::string_view name = codec<T>::name;
  static constexpr std::uint32_t type = codec<T>::type;
  static constexpr format format_for(std::uint32_t) { return As; }
  static result<void> encode(writer auto& out, const pgpipe::test::in_format<T, As>& value, std::uint32_t parameter,
                             format as) {
    return codec<T>::encode(out, value.value, parameter, as);
  }
};

namespace pgpipe::test {

enum class written { in_both_formats, as_text };

class RoundTrip : public testing::Test {
 protected:
  // A value that the server makes of `expression` is the same in text and in binary, and comes back to the server as
  // what it was, in either format and with its type known or not.
  template <typename T>
  void check(const std::string& type, const std::string& expression, written how = written::in_both_formats) {
    SCOPED_TRACE(type + ": " + expression);
    const std::string source = "(" + expression + ")::" + type;
    const statement_result as_text = value_or_throw(connection_.query("select " + source + ", " + source + "::text"));
    ASSERT_EQ(as_text.columns().encoding(0), format::text);
    const auto text = as_text[0].template get<std::string>(1);
    const result<T> read = as_text[0].template decode<T>(0);
    ASSERT_TRUE(read) << read.error().text() << ": " << text;
    if (how == written::in_both_formats) {
      const statement_result in_binary = fetch_binary(source);
      const result<T> read_binary = in_binary[0].template decode<T>(0);
      ASSERT_TRUE(read_binary) << read_binary.error().text() << ": " << text;
      EXPECT_EQ(*read, *read_binary) << text;
      EXPECT_EQ(sent_back(type, in_format<T, format::binary>{*read}), text);
    }
    const auto prepared =
        value_or_throw(connection_.prepare("select " + source, {}, result_format::binary_where_known));
    EXPECT_EQ(value_or_throw(connection_.execute(prepared))[0].template decode<T>(0), *read) << text;
    EXPECT_EQ(sent_back(type, in_format<T, format::text>{*read}), text);
    const auto untyped = connection_.query("select $1::" + type + "::text", *read);
    ASSERT_TRUE(untyped) << untyped.error().text();
    EXPECT_EQ((*untyped)[0].template get<std::string>(0), text);
  }

  template <typename T>
  void check_all(const std::string& type, std::initializer_list<const char*> values,
                 written how = written::in_both_formats) {
    for (const char* each : values) check<T>(type, value_or_throw(connection_.escape_literal(each)), how);
  }

  // What the server makes of a prepared statement's parameter.
  template <typename T>
  std::string sent_back(const std::string& type, const T& value) {
    const auto statement = value_or_throw(connection_.prepare("select $1::" + type + "::text"));
    const auto answer = connection_.execute(statement, value);
    if (!answer) return answer.error().text();
    return (*answer)[0].template get<std::string>(0);
  }

  // A binary cursor gives binary results also to the simple protocol.
  statement_result fetch_binary(const std::string& source) {
    auto results =
        value_or_throw(connection_.exec("begin; declare c binary cursor for select " + source + "; fetch c; rollback"));
    EXPECT_EQ(results[2].columns().encoding(0), format::binary);
    return std::move(results[2]);
  }

  void run(const std::string& sql) { std::ignore = value_or_throw(connection_.exec(sql)); }

  connection connection_ = value_or_throw(connection::open(server_conninfo()));
};

}  // namespace pgpipe::test
