#include <pgpipe/protocol/error_response.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

server_message decoded(std::string_view body) {
  const exact_bytes held(body);
  server_message out;
  out.hint = "left from the message before";
  EXPECT_TRUE(decode(held.span(), out));
  return out;
}

TEST(ErrorResponse, PutsEveryFieldInItsPlace) {
  const server_message message =
      decoded(bytes("SFEHLER\0VERROR\0C23505\0Mm\0Dd\0Hh\0P7\0p8\0qiq\0Ww\0ss\0tt\0cc\0ddt\0nn\0Ff.c\0L12\0Rr\0\0"));
  EXPECT_EQ(message.severity, "ERROR");
  EXPECT_EQ(message.sqlstate, "23505");
  EXPECT_EQ(message.message, "m");
  EXPECT_EQ(message.detail, "d");
  EXPECT_EQ(message.hint, "h");
  EXPECT_EQ(message.position, "7");
  EXPECT_EQ(message.internal_position, "8");
  EXPECT_EQ(message.internal_query, "iq");
  EXPECT_EQ(message.where, "w");
  EXPECT_EQ(message.schema_name, "s");
  EXPECT_EQ(message.table_name, "t");
  EXPECT_EQ(message.column_name, "c");
  EXPECT_EQ(message.data_type_name, "dt");
  EXPECT_EQ(message.constraint_name, "n");
  EXPECT_EQ(message.file, "f.c");
  EXPECT_EQ(message.line, "12");
  EXPECT_EQ(message.routine, "r");
}

TEST(ErrorResponse, EndsWhereItsTerminatorIs) { expect_decodes_exactly<server_message>(bytes("SERROR\0Mboom\0\0")); }

TEST(ErrorResponse, PrefersTheSeverityThatIsNeverTranslated) {
  EXPECT_EQ(decoded(bytes("VFATAL\0SFATAAL\0\0")).severity, "FATAL");
  EXPECT_TRUE(decoded(bytes("SFATAAL\0VFATAL\0\0")).ends_session());
  EXPECT_EQ(decoded(bytes("SWARNUNG\0\0")).severity, "WARNUNG");
}

TEST(ErrorResponse, MayLackAnyField) {
  const server_message without_sqlstate = decoded(bytes("SERROR\0Mboom\0\0"));
  EXPECT_EQ(without_sqlstate.sqlstate, "");
  EXPECT_EQ(without_sqlstate.message, "boom");
  EXPECT_EQ(without_sqlstate.hint, "");
  EXPECT_EQ(decoded(bytes("\0")).message, "");
}

TEST(ErrorResponse, IgnoresFieldsItDoesNotKnow) {
  EXPECT_EQ(decoded(bytes("Zfuture\0Mboom\0\xfe\0\0")).message, "boom");
}

TEST(ErrorResponse, KeepsBytesThatAreNotUtf8) { EXPECT_EQ(decoded(bytes("Mpass\xf6rd\0\0")).message, "pass\xf6rd"); }

}  // namespace
}  // namespace pgpipe::protocol
