#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

#include "bench/sql_lexer.hpp"

namespace pgpipe::app::bench {

// True for COPY ... FROM STDIN, whose data the script must bring. `quoted` are the statement's quotes and comments.
[[nodiscard]] bool is_copy_from_stdin(std::string_view sql, std::span<const text_span> quoted);

// What \copy asks for.
struct copy_request {
  enum class data : std::uint8_t { discarded, lines, file };

  std::string sql;  // the statement for the server
  // Rows that arrive are discarded; those to send are in the script's next lines, or in a file.
  copy_request::data data = copy_request::data::discarded;
  std::string file;
};

// Reads what stands behind "\copy", as psql does: TABLE [(COLUMNS)] FROM 'FILE'|STDIN [OPTIONS], or TABLE|(QUERY) TO
// STDOUT [OPTIONS].
[[nodiscard]] result<copy_request> parse_copy(std::string_view arguments);

}  // namespace pgpipe::app::bench
