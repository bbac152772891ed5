#pragma once

#include <chrono>
#include <optional>

#include <pgpipe/protocol/connect_options.hpp>

#include "bench/compatibility.hpp"
#include "bench/log_aggregate.hpp"
#include "bench/program.hpp"
#include "bench/query_mode.hpp"
#include "bench/retry.hpp"
#include "bench/window.hpp"

namespace pgpipe::app::bench {

// What a run is to do, as all of its clients see it. It does not change while they run.
struct run_plan {
  compatibility behaviour;
  bench::program program;
  protocol::connect_options connection;
  query_mode mode = query_mode::simple;
  bool reconnect = false;           // -C
  bool report_per_command = false;  // -r
  bool think_time = false;          // --think-time
  std::optional<int> transactions;  // of each client
  std::optional<std::chrono::seconds> duration;
  std::chrono::seconds warm_up{0};
  std::optional<log_aggregate::settings> log_intervals;  // --aggregate-interval

  std::optional<double> rate;              // -R, of all threads together
  statement_window window;                 // --depth, of each client
  std::chrono::microseconds busy_poll{0};  // --busy-poll
  retry_policy retry;                      // --max-tries and -L
  bool failures_detailed = false;          // --failures-detailed
  bool verbose_errors = false;             // --verbose-errors
  bool exit_on_abort = false;              // --exit-on-abort
  bool continue_on_error = false;          // --continue-on-error
  bool debug = false;                      // --debug
  bool write_messages = false;             // --write-messages
  bool measures_costs = false;             // for --json: what each thread's running cost
  bool keeps_series = false;               // for --json and --hdr-log: what each second brought

  // Whether a transaction brings figures beside its latency: -R, -L, --max-tries or a series.
  bool counts_more_than_latency = false;
};

}  // namespace pgpipe::app::bench
