#pragma once

#include <string>

namespace pgpipe {

// The fields of an ErrorResponse or NoticeResponse, under the manual's names (PostgreSQL manual, "Error and Notice
// Message Fields"). A field that the server did not send is empty.
struct server_message {
  std::string severity;  // never translated where the server sends it so (field V), else field S
  std::string sqlstate;  // five characters, or empty from a broken server
  std::string message;
  std::string detail;
  std::string hint;
  std::string position;  // in characters, from 1, within the statement's text
  std::string internal_position;
  std::string internal_query;
  std::string where;
  std::string schema_name;
  std::string table_name;
  std::string column_name;
  std::string data_type_name;
  std::string constraint_name;
  std::string file;
  std::string line;
  std::string routine;

  // FATAL and PANIC end the session: the server closes the connection after them.
  [[nodiscard]] bool ends_session() const { return severity == "FATAL" || severity == "PANIC"; }
};

}  // namespace pgpipe
