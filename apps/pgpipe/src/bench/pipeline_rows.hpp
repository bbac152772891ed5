#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <pgpipe/base/result.hpp>

#include "bench/script.hpp"
#include "bench/stored_row.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// The rows that \gset and \aset ask for inside a pipeline. They become variables when the pipeline has ended, all at
// once: a variable does not change while commands are sent whose number before its change nobody can tell. Call order:
// clear(); expect() for each such command as it is sent; for the answers, by their command, on_row_description() and
// on_data_row(); store() at the end.
class pipeline_rows {
 public:
  void clear() { expected_.clear(); }
  [[nodiscard]] bool empty() const { return expected_.empty(); }

  // `command` is its index in the script; a pipeline sends no command twice.
  void expect(std::size_t command);
  [[nodiscard]] result<void> on_row_description(std::size_t command, std::span<const std::byte> body);
  void on_data_row(std::size_t command, std::span<const std::byte> body);

  // Stores what came, in the order of the commands, and expects nothing more. An error is that of `failed`.
  [[nodiscard]] result<void> store(const script& of, variables& table, std::size_t& failed);

 private:
  struct expectation {
    std::size_t command = 0;
    stored_row row;
  };

  [[nodiscard]] stored_row* find(std::size_t command);

  std::vector<expectation> expected_;
};

}  // namespace pgpipe::app::bench
