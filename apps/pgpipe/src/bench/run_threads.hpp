#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "bench/loop_kind.hpp"
#include "bench/options.hpp"
#include "bench/run_costs.hpp"
#include "bench/run_plan.hpp"
#include "bench/series.hpp"
#include "bench/statistics.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// What a run has brought.
struct run_outcome {
  thread_statistics statistics;
  std::chrono::nanoseconds connection_time{0};  // from the first attempt to connect until all clients were connected
  std::chrono::nanoseconds benchmark_time{0};   // from then, or the end of the warm-up, to the last one's end
  bool aborted = false;                         // a client was
  int signal = 0;                               // that ended the run before its time, see stop_request
  int aborted_thread = 0;                       // the last one in which a client was aborted
  int busy_threads = 0;                         // that had next to no time to wait
  loop_kind loop = loop_kind::epoll;            // that the threads waited with
  run_costs costs;                              // with run_plan::measures_costs
  std::vector<series_point> series;             // with run_plan::keeps_series, over all of benchmark_time
  std::chrono::system_clock::time_point start;  // of what is measured
};

// Runs the plan in as many threads as the options say and prints progress meanwhile. `variables` is what each client
// begins with. Nothing when the run could not begin, the reason having been told.
[[nodiscard]] std::optional<run_outcome> run_threads(const run_plan& plan, const options& options,
                                                     const variables& variables, int scale);

}  // namespace pgpipe::app::bench
