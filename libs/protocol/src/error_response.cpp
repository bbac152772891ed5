#include <string>

#include <pgpipe/protocol/body_reader.hpp>
#include <pgpipe/protocol/error_response.hpp>

namespace pgpipe::protocol {
namespace {

// Where a field of this type code goes (manual, "Error and Notice Message Fields"); nullptr for one not known.
std::string* member_for(char field, server_message& message) {
  switch (field) {
    case 'C': return &message.sqlstate;
    case 'M': return &message.message;
    case 'D': return &message.detail;
    case 'H': return &message.hint;
    case 'P': return &message.position;
    case 'p': return &message.internal_position;
    case 'q': return &message.internal_query;
    case 'W': return &message.where;
    case 's': return &message.schema_name;
    case 't': return &message.table_name;
    case 'c': return &message.column_name;
    case 'd': return &message.data_type_name;
    case 'n': return &message.constraint_name;
    case 'F': return &message.file;
    case 'L': return &message.line;
    case 'R': return &message.routine;
    default: return nullptr;
  }
}

}  // namespace

bool decode(std::span<const std::byte> body, server_message& out) {
  out = {};
  body_reader reader(body);
  std::string_view translated_severity;
  while (const auto field = static_cast<char>(reader.byte1())) {
    const std::string_view value = reader.string();
    if (field == 'S') {
      translated_severity = value;
    } else if (field == 'V') {
      out.severity = value;
    } else if (std::string* member = member_for(field, out)) {
      *member = value;
    }
  }
  if (out.severity.empty()) out.severity = translated_severity;
  return reader.complete();
}

}  // namespace pgpipe::protocol
