#include "bench/pipeline_rows.hpp"

#include <algorithm>
#include <utility>

namespace pgpipe::app::bench {

void pipeline_rows::expect(std::size_t command) {
  expected_.push_back({command, {}});
  expected_.back().row.begin();
}

stored_row* pipeline_rows::find(std::size_t command) {
  const auto found = std::find_if(expected_.begin(), expected_.end(),
                                  [&](const expectation& each) { return each.command == command; });
  return found == expected_.end() ? nullptr : &found->row;
}

result<void> pipeline_rows::on_row_description(std::size_t command, std::span<const std::byte> body) {
  stored_row* const row = find(command);
  return row == nullptr ? result<void>() : row->on_row_description(body);
}

void pipeline_rows::on_data_row(std::size_t command, std::span<const std::byte> body) {
  if (stored_row* const row = find(command)) row->on_data_row(body);
}

result<void> pipeline_rows::store(const script& of, variables& table, std::size_t& failed) {
  for (expectation& each : std::exchange(expected_, {})) {
    const command& sql = of.commands[each.command];
    failed = each.command;
    if (auto stored = each.row.on_statement_end(sql, table); !stored) return stored;
    if (auto stored = each.row.end(sql, table); !stored) return stored;
  }
  return {};
}

}  // namespace pgpipe::app::bench
