#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pgpipe::app::bench {

// Says when the loading of a table has something to report, and what: every 100,000 rows, or in quiet mode every 5
// seconds and at the end; without naming the table when its name is empty. Call at() for each multiple of `step` rows
// and for the last row.
class init_progress {
 public:
  // Divides 100,000, and is rare enough to look at the clock each time.
  static constexpr std::int64_t step = 1000;

  init_progress(std::string_view table, std::int64_t total, bool quiet, bool terminal)
      : table_(table), total_(total), quiet_(quiet), terminal_(terminal) {}

  // The text to print now, if any, with its line's end: a carriage return on a terminal, where it overwrites the last.
  [[nodiscard]] std::optional<std::string> at(std::int64_t rows, std::chrono::nanoseconds elapsed);

  // What clears a terminal's line when all is done; empty elsewhere.
  [[nodiscard]] std::string clear() const;

 private:
  [[nodiscard]] bool is_due(std::int64_t rows, double elapsed_seconds);

  std::string_view table_;
  std::int64_t total_;
  bool quiet_;
  bool terminal_;
  int next_interval_ = 1;
  std::size_t shown_ = 0;  // characters on the terminal's line
};

}  // namespace pgpipe::app::bench
