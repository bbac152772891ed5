#include <gtest/gtest.h>

#include <pgpipe/base/error.hpp>

namespace pgpipe {
namespace {

server_message message(std::string severity, std::string text) {
  server_message out;
  out.severity = std::move(severity);
  out.message = std::move(text);
  return out;
}

TEST(Error, CarriesTheServersFields) {
  server_message fields = message("ERROR", "boom");
  fields.sqlstate = "22012";
  const error cause(fields);
  EXPECT_EQ(cause.category(), error_category::server);
  EXPECT_EQ(cause.text(), "ERROR: boom");
  EXPECT_EQ(cause.sqlstate(), "22012");
  EXPECT_EQ(cause.server()->message, "boom");
}

TEST(Error, HasATextWhateverTheServerLeftOut) {
  EXPECT_EQ(error(message("", "boom")).text(), "boom");
  EXPECT_EQ(error(server_message()).text(), "the server sent an error without a message");
  EXPECT_EQ(error(server_message()).sqlstate(), "");
  EXPECT_EQ(error(error_category::io, "gone").sqlstate(), "");
  EXPECT_EQ(error(error_category::io, "gone").server(), nullptr);
}

TEST(Error, IsFatalWhereTheConnectionIsLost) {
  EXPECT_TRUE(error(message("FATAL", "bye")).is_fatal());
  EXPECT_TRUE(error(message("PANIC", "bye")).is_fatal());
  EXPECT_FALSE(error(message("ERROR", "no")).is_fatal());
  EXPECT_FALSE(error(error_category::usage, "no").is_fatal());
  EXPECT_FALSE(error(error_category::timeout, "late").is_fatal());
  for (const auto category : {error_category::protocol, error_category::io, error_category::closed}) {
    EXPECT_TRUE(error(category, "x").is_fatal()) << to_string(category);
  }
}

TEST(Error, IsSafeToRetryOnlyWhenSaidSo) {
  error cause(error_category::closed, "gone");
  EXPECT_FALSE(cause.safe_to_retry());
  cause.set_safety(retry_safety::safe);
  EXPECT_TRUE(cause.safe_to_retry());
}

TEST(Error, GrowsContextFromTheInside) {
  error cause(error_category::usage, "no such file");
  EXPECT_EQ(cause.add_context("a.sql").add_context("client 1").text(), "client 1: a.sql: no such file");
  EXPECT_EQ(error(error_category::usage, "x").prepend(">").text(), ">x");
}

}  // namespace
}  // namespace pgpipe
