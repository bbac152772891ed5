#pragma once

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <pgpipe/base/chunk.hpp>

#include "bench/connector.hpp"
#include "bench/event_loop.hpp"
#include "bench/progress.hpp"
#include "bench/run_costs.hpp"
#include "bench/run_plan.hpp"
#include "bench/series.hpp"
#include "bench/statistics.hpp"
#include "bench/stop_request.hpp"
#include "bench/throttle_schedule.hpp"
#include "bench/timer_queue.hpp"
#include "bench/transaction_log.hpp"

namespace pgpipe::app::bench {

class client;

// What the clients of one thread share. Nobody else touches it while the thread runs, `counters` excepted.
struct thread_context {
  using time_point = std::chrono::steady_clock::time_point;

  thread_context(const run_plan& run, live_counters& published, event_loop events, random_state script_choice)
      : plan(&run), counters(&published), loop(std::move(events)), choice(script_choice) {}

  const run_plan* plan;
  int number = 0;                // among the threads of the run
  stop_request* stop = nullptr;  // once the run has begun
  live_counters* counters;
  kernel_calls calls;
  event_loop loop;
  random_state choice;                        // of scripts
  std::optional<throttle_schedule> throttle;  // -R
  thread_statistics statistics;
  std::optional<transaction_log> log;
  std::optional<series_recorder> series;  // run_plan::keeps_series

  chunk_pool pool;
  connect_cache connections;
  timer_queue timers;
  std::vector<client*> yielded;  // ready to run, but others come first

  time_point deadline = time_point::max();       // no transaction begins after it
  time_point measured_from = time_point::min();  // transactions that began before it count nowhere: --warmup
  int unfinished = 0;                            // clients that are not finished
  bool measuring = false;                        // the run has begun
  int connecting = 0;                            // clients that have not been connected yet
  bool connect_failed = false;                   // before the run began

  // What the log calls the time.
  [[nodiscard]] std::chrono::system_clock::time_point to_system_time(time_point moment) const {
    return system_start + std::chrono::duration_cast<std::chrono::system_clock::duration>(moment - steady_start);
  }
  time_point steady_start = std::chrono::steady_clock::now();
  std::chrono::system_clock::time_point system_start = std::chrono::system_clock::now();
};

}  // namespace pgpipe::app::bench
