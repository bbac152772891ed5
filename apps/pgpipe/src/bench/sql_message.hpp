#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/base/result.hpp>

#include "bench/query_mode.hpp"
#include "bench/script.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// The messages that ask for one SQL command, built once for all clients: constant bytes, with holes where the values of
// variables go. An execution copies the constants and renders the values straight into the output.
class sql_message {
 public:
  sql_message() = default;

  // Commands whose rows are stored are described in any case. `statement` is the name of the prepared statement, empty
  // for the unnamed one; simple mode needs none. An error is of category usage: the text holds what no message can
  // carry.
  [[nodiscard]] static result<sql_message> make(const command& sql, query_mode mode, std::string_view statement,
                                                bool describe);

  // A Describe stands between Bind and Execute.
  [[nodiscard]] bool describes() const { return describes_; }

  // The text has variables that are names: the statement is the unnamed one, to be parsed at every execution.
  [[nodiscard]] bool names_vary() const { return !named_.empty(); }

  // Parse; nothing in simple mode. False, with nothing appended, when a name cannot be quoted or the text is too long.
  [[nodiscard]] bool append_parse(output_buffer& out, variables& values) const {
    if (names_vary()) return render_parse(out, values);
    out.append(parse_);
    return true;
  }

  // Query; or Bind, Describe and Execute, and then Sync if asked for. False, with nothing appended, when the values
  // make a message longer than the protocol can say, or cannot be quoted as the text asks.
  [[nodiscard]] bool append(output_buffer& out, variables& values, bool sync) const;

 private:
  struct hole {
    std::size_t at = 0;  // in bytes_, in ascending order
    variable_slot slot = no_variable;
    bench::quoting quoting = bench::quoting::none;
  };

  [[nodiscard]] bool render_parse(output_buffer& out, variables& values) const;
  [[nodiscard]] bool render_quoted(output_buffer& out, variables& values) const;
  [[nodiscard]] bool render(output_buffer& out, variables& values, std::size_t constant_bytes) const;

  [[nodiscard]] result<void> make_query(const command& sql, output_buffer& out);
  [[nodiscard]] result<void> make_bind(const command& sql, std::string_view statement, bool describe,
                                       output_buffer& out);

  std::vector<std::byte> parse_;
  std::vector<text_piece> named_;  // the text of a Parse that has variables
  std::vector<std::byte> bytes_;   // all messages, without values
  std::vector<hole> holes_;
  std::size_t first_end_ = 0;  // where the first message ends, the only one with holes
  std::size_t sync_begin_ = 0;
  bool describes_ = false;
  bool is_bind_ = false;  // values have their length before them
  bool quotes_ = false;   // a value is quoted; then this is a Query
};

}  // namespace pgpipe::app::bench
