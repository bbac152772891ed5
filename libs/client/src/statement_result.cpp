#include <pgpipe/client/statement_result.hpp>
#include <pgpipe/protocol/command_complete.hpp>

namespace pgpipe {

std::string_view to_string(statement_outcome outcome) {
  switch (outcome) {
    case statement_outcome::pending: return "pending";
    case statement_outcome::completed: return "completed";
    case statement_outcome::suspended: return "suspended";
    case statement_outcome::failed: return "failed";
    case statement_outcome::skipped: return "skipped";
    case statement_outcome::not_sent: return "not sent";
    case statement_outcome::unknown: return "unknown";
  }
  return "unknown";
}

std::string_view to_string(group_outcome outcome) {
  switch (outcome) {
    case group_outcome::pending: return "pending";
    case group_outcome::committed: return "committed";
    case group_outcome::rolled_back: return "rolled back";
    case group_outcome::in_transaction: return "in transaction";
    case group_outcome::failed_transaction: return "failed transaction";
    case group_outcome::unknown: return "unknown";
  }
  return "unknown";
}

std::uint64_t statement_result::affected_rows() const {
  return protocol::command_complete{command_tag()}.rows().value_or(0);
}

namespace detail {

const protocol::row_shape& no_columns() {
  static const protocol::row_shape none;
  return none;
}

error no_such_column(std::string_view name) {
  return {error_category::usage, "the result has no column \"" + std::string(name) + '"'};
}

error no_such_column(std::size_t column, std::size_t columns) {
  return {error_category::usage, "the result has no column " + std::to_string(column) + ", its columns are 0 to " +
                                     std::to_string(columns) + " exclusive"};
}

error wrong_column_count(std::size_t columns, std::size_t wanted) {
  return {error_category::usage, "the result has " + std::to_string(columns) +
                                     (columns == 1 ? " column, " : " columns, ") + std::to_string(wanted) +
                                     (wanted == 1 ? " is asked for" : " are asked for")};
}

error in_column(std::string_view name, error cause) { return cause.add_context("column \"" + std::string(name) + '"'); }

error in_row(std::size_t row, error cause) { return cause.add_context("row " + std::to_string(row)); }

}  // namespace detail
}  // namespace pgpipe
