#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/bound_portal.hpp>
#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/parameter.hpp>
#include <pgpipe/client/prepared_statement.hpp>
#include <pgpipe/client/statement_result.hpp>

namespace pgpipe {

// A statement bound to its arguments, whose rows are fetched some at a time (manual, "Message Flow", "Extended Query").
// Call order: open() inside a transaction block, fetch() until done(), close(). Each is a round trip, between which the
// connection is free for other statements of the block. A portal that is not closed lives until the block ends.
class portal {
 public:
  // `statement` is a prepared_statement or a text. Errors: usage outside a transaction block, where the portal would be
  // gone before its first row; else the server's.
  template <typename Statement, typename... Arguments>
  static result<portal> open(connection& on, const Statement& statement, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return open_parameters(on, statement, bound);
  }
  static result<portal> open_parameters(connection& on, const prepared_statement& statement, parameters arguments);
  static result<portal> open_parameters(connection& on, std::string_view sql, parameters arguments);

  // At most `rows` further rows; 0 means all that are left, and less is a usage error.
  result<statement_result> fetch(std::int32_t rows);
  // Whether a fetch has brought the last row.
  [[nodiscard]] bool done() const { return done_; }
  // Known since open(); valid for as long as the portal is.
  [[nodiscard]] const protocol::row_shape& columns() const;

  // Lets the server forget it. Further fetches are errors.
  result<void> close();

 private:
  portal(connection& on, bound_portal what) : connection_(&on), what_(std::move(what)) {}
  static result<portal> finish_open(connection& on, result<statement_id> pushed, bound_portal what);

  connection* connection_;
  bound_portal what_;
  bool done_ = false;
};

}  // namespace pgpipe
