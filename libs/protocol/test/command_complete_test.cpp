#include <pgpipe/protocol/command_complete.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(CommandComplete, HasADefiniteEnd) {
  expect_decodes_exactly<command_complete>(bytes("SELECT 1\0"));
  EXPECT_TRUE(decodes<command_complete>(bytes("\0")));
}

TEST(CommandComplete, ReadsTheTag) {
  const exact_bytes held(bytes("INSERT 0 12\0"));
  command_complete message;
  ASSERT_TRUE(decode(held.span(), message));
  EXPECT_EQ(message.tag, "INSERT 0 12");
}

TEST(CommandComplete, CountsRows) {
  EXPECT_EQ(command_complete{"SELECT 3"}.rows(), 3U);
  EXPECT_EQ(command_complete{"INSERT 0 12"}.rows(), 12U);
  EXPECT_EQ(command_complete{"COPY 0"}.rows(), 0U);
  EXPECT_EQ(command_complete{"FETCH 18446744073709551615"}.rows(), 18446744073709551615U);
}

TEST(CommandComplete, CountsNothingWhereTheServerDoesNot) {
  for (const char* tag : {"CREATE TABLE", "BEGIN", "COPY", "", "SELECT x", "SELECT 1x", "SELECT ", "SELECT -1",
                          "SELECT 18446744073709551616"}) {
    EXPECT_EQ(command_complete{tag}.rows(), std::nullopt) << tag;
  }
}

TEST(CommandComplete, NamesTheCommand) {
  EXPECT_EQ(command_complete{"INSERT 0 12"}.command(), "INSERT");
  EXPECT_EQ(command_complete{"CREATE TABLE"}.command(), "CREATE TABLE");
  EXPECT_EQ(command_complete{"REFRESH MATERIALIZED VIEW"}.command(), "REFRESH MATERIALIZED VIEW");
  EXPECT_EQ(command_complete{"BEGIN"}.command(), "BEGIN");
  EXPECT_EQ(command_complete{""}.command(), "");
}

TEST(CommandComplete, ReadsTheOidOfAnInsert) {
  EXPECT_EQ(command_complete{"INSERT 4294967295 1"}.insert_oid(), 4294967295U);
  EXPECT_EQ(command_complete{"INSERT 0 1"}.insert_oid(), 0U);
  EXPECT_EQ(command_complete{"SELECT 7 1"}.insert_oid(), 0U);
  EXPECT_EQ(command_complete{"INSERT 1"}.insert_oid(), 0U);
}

}  // namespace
}  // namespace pgpipe::protocol
