#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/row_description.hpp>

#include "bench/script.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// Turns the rows of one command into variables, as \gset and \aset ask. Call order: begin(); for the answers to each of
// the command's statements on_row_description(), on_data_row() and on_statement_end() as they come; end().
class stored_row {
 public:
  void begin();
  [[nodiscard]] result<void> on_row_description(std::span<const std::byte> body);
  void on_data_row(std::span<const std::byte> body);
  [[nodiscard]] result<void> on_statement_end(const command& sql, variables& table);
  [[nodiscard]] result<void> end(const command& sql, variables& table);

 private:
  [[nodiscard]] result<void> store(const command& sql, variables& table);

  protocol::row_shape shape_;
  std::vector<std::byte> row_;  // the last one, as it came
  bool has_rows_ = false;       // the statement returns rows, be there any
  std::size_t count_ = 0;
  bool last_has_rows_ = false;  // the same two of the last statement that has ended
  std::size_t last_count_ = 0;
};

}  // namespace pgpipe::app::bench
