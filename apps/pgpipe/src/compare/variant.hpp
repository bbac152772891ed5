#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pgpipe::app::compare {

enum class driver : std::uint8_t { pgpipe, pgbench };

// One way of running the benchmark, or one circumstance of it: what it adds to the command line that all have in
// common.
struct variant {
  std::string label = {};
  std::vector<std::string> arguments = {};                            // of pgpipe bench
  std::vector<std::pair<std::string, std::string>> environment = {};  // of the program that runs it
  std::vector<std::string> scripts = {};                              // files; empty: those of the command line
  compare::driver driver = driver::pgpipe;
};

// What is compared: every row in every column. A cell's baseline is that of the first row in its column.
struct layout {
  std::string row_title = {};     // what the rows differ in
  std::string column_title = {};  // likewise; empty when there is one column only
  std::vector<variant> rows = {};
  std::vector<variant> columns = {};
};

// What a cell runs: its row's variant and its column's together.
[[nodiscard]] variant combine(const variant& row, const variant& column);

}  // namespace pgpipe::app::compare
