#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include <pgpipe/base/result.hpp>

#include "compare/cell_figures.hpp"
#include "compare/variant.hpp"

namespace pgpipe::app::compare {

// How long to go on.
struct round_limits {
  double precision = 0.02;               // until each interval reaches at most so far to either side
  std::chrono::nanoseconds max_time{0};  // but no round begins that would end after it
  int rounds = 0;                        // when not 0: exactly so many, whatever the other two say
};

// By row, then by column.
using cells = std::vector<std::vector<cell>>;

using run_cell = std::function<result<sample>(const variant&)>;

// Measures all cells in rounds: each cell once a round, in turns from the first to the last and from the last to the
// first, so that what drifts, drifts for all. `now` is the clock; `on_round(number, cells)` is called behind each
// round. Ends with the first error.
[[nodiscard]] result<cells> run_rounds(const layout& what, const run_cell& run, const round_limits& limits,
                                       const std::function<std::chrono::nanoseconds()>& now,
                                       const std::function<void(int, const cells&)>& on_round);

}  // namespace pgpipe::app::compare
