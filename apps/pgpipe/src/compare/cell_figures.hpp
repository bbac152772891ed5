#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compare/paired_ratio.hpp"
#include "compare/sample.hpp"

namespace pgpipe::app::compare {

// What has been measured of a cell, one sample a round.
struct cell {
  std::string label = {};
  std::vector<sample> samples = {};
  paired_ratio ratio = {};  // of tps, to the baseline's
};

// Medians over the rounds; absent where no round has it.
struct cell_figures {
  double tps = 0;
  double statements_s = 0;
  std::optional<double> average_ms;
  std::optional<double> p50_ms;
  std::optional<double> p99_ms;
  std::optional<double> user_us;  // of client CPU a statement, as are the next three
  std::optional<double> system_us;
  std::optional<double> cycles;
  std::optional<double> instructions;
  std::optional<double> system_calls;  // a transaction, as are the last three
  std::optional<double> context_switches;
  std::optional<double> bytes_sent;
  std::optional<double> bytes_received;
};

[[nodiscard]] cell_figures figures_of(const cell& measured);

}  // namespace pgpipe::app::compare
