#include "bench/stored_row.hpp"

#include <utility>

#include <pgpipe/protocol/data_row.hpp>

namespace pgpipe::app::bench {

void stored_row::begin() {
  has_rows_ = last_has_rows_ = false;
  count_ = last_count_ = 0;
}

result<void> stored_row::on_row_description(std::span<const std::byte> body) {
  has_rows_ = true;
  if (!protocol::decode(body, shape_)) return fail(error_category::protocol, "malformed RowDescription");
  return {};
}

void stored_row::on_data_row(std::span<const std::byte> body) {
  ++count_;
  row_.assign(body.begin(), body.end());
}

result<void> stored_row::on_statement_end(const command& sql, variables& table) {
  last_has_rows_ = std::exchange(has_rows_, false);
  last_count_ = std::exchange(count_, 0);
  if (sql.rows != row_use::aset || last_count_ == 0) return {};
  return store(sql, table);
}

result<void> stored_row::end(const command& sql, variables& table) {
  if (sql.rows != row_use::gset) return {};
  if (!last_has_rows_) return fail(error_category::usage, "\\gset needs one row, the statement returns none");
  if (last_count_ != 1) {
    return fail(error_category::usage, "\\gset needs one row, the statement returned " + std::to_string(last_count_));
  }
  return store(sql, table);
}

result<void> stored_row::store(const command& sql, variables& table) {
  protocol::data_row_view row;
  if (!protocol::decode(row_, row) || row.size() != shape_.size()) {
    return fail(error_category::protocol, "malformed DataRow");
  }
  std::size_t column = 0;
  for (const protocol::field_view value : row) {
    const std::string name = sql.prefix + std::string(shape_.name(column++));
    // NULL becomes an empty text, as in pgbench.
    if (!table.set(name, value.is_null() ? std::string_view() : value.text())) {
      return fail(error_category::usage, "cannot store a column in variable \"" + name + "\": invalid name");
    }
  }
  return {};
}

}  // namespace pgpipe::app::bench
