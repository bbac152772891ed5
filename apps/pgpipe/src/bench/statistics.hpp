#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/histogram.hpp"

namespace pgpipe::app::bench {

// Durations summed up and counted by size: exact mean, standard deviation and extremes, and percentiles.
class duration_statistics {
 public:
  void add(std::chrono::nanoseconds duration) {
    const std::int64_t ns = duration.count();
    if (count_ == 0 || ns < min_ns_) min_ns_ = ns;
    if (count_ == 0 || ns > max_ns_) max_ns_ = ns;
    ++count_;
    sum_ns_ += ns;
    sum_squares_ns2_ += static_cast<double>(ns) * static_cast<double>(ns);
    sizes_.add(duration);
  }
  void merge(const duration_statistics& other);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::chrono::nanoseconds sum() const { return std::chrono::nanoseconds(sum_ns_); }
  [[nodiscard]] double sum_squares_ns2() const { return sum_squares_ns2_; }
  [[nodiscard]] std::chrono::nanoseconds min() const { return std::chrono::nanoseconds(min_ns_); }
  [[nodiscard]] std::chrono::nanoseconds max() const { return std::chrono::nanoseconds(max_ns_); }

  // In milliseconds; 0 when nothing was added.
  [[nodiscard]] double average_ms() const;
  [[nodiscard]] double stddev_ms() const;
  // What `percent` of the durations do not exceed, as exact as a histogram is; 0 when nothing was added.
  [[nodiscard]] double percentile_ms(double percent) const;

  [[nodiscard]] const histogram& sizes() const { return sizes_; }

 private:
  std::int64_t count_ = 0;
  std::int64_t sum_ns_ = 0;  // 292 years before it overflows
  double sum_squares_ns2_ = 0;
  std::int64_t min_ns_ = 0;
  std::int64_t max_ns_ = 0;
  histogram sizes_;
};

// Standard deviation in milliseconds from a count, a sum and a sum of squares in nanoseconds; 0 for no values.
[[nodiscard]] double stddev_ms(std::int64_t count, double sum_ns, double sum_squares_ns2);

// Why a transaction failed for good, its client going on.
enum class failure : std::uint8_t { serialization, deadlock, other };

// How the transactions of one script ended. Each that began is exactly one of processed, skipped and failed; retried
// ones are counted again there. Latencies and lags are those of processed transactions only.
struct transaction_statistics {
  std::int64_t processed = 0;
  std::int64_t skipped = 0;  // their scheduled start had passed by more than the latency limit
  std::int64_t serialization_failures = 0;
  std::int64_t deadlock_failures = 0;
  std::int64_t other_failures = 0;
  std::int64_t retried = 0;  // transactions that were run more than once
  std::int64_t retries = 0;  // how often, in all
  std::int64_t late = 0;     // processed, but slower than the latency limit
  duration_statistics latency;
  duration_statistics lag;

  void add_processed(std::chrono::nanoseconds transaction_latency) {
    ++processed;
    latency.add(transaction_latency);
  }
  void add_failed(failure kind);
  void merge(const transaction_statistics& other);

  [[nodiscard]] std::int64_t failed() const { return serialization_failures + deadlock_failures + other_failures; }
  [[nodiscard]] std::int64_t total() const { return processed + skipped + failed(); }
};

// What a schedule (-R) asked for and what became of it, beside the latencies, which count from the planned start.
struct open_loop_statistics {
  duration_statistics service;    // of processed transactions, from their actual start
  std::int64_t late_starts = 0;   // transactions whose planned start had passed before a client was free for them
  std::int64_t most_waiting = 0;  // transactions whose time had come and that waited for a client, at the worst moment
  std::int64_t dropped = 0;       // transactions whose time came before the run was over, and that were never started

  void merge(const open_loop_statistics& other);
};

struct command_statistics {
  duration_statistics latency;
  std::int64_t failures = 0;  // errors that were not retried
  std::int64_t retries = 0;

  void merge(const command_statistics& other);
};

struct script_statistics {
  transaction_statistics transactions;
  std::vector<command_statistics> commands;  // one for each command of the script, meta-commands included

  void merge(const script_statistics& other);
};

// What one thread counts: nobody else reads or writes it before the thread has been joined, then merge() adds it up.
struct thread_statistics {
  std::vector<script_statistics> scripts;         // one for each script of the run
  open_loop_statistics open_loop;                 // -R
  duration_statistics connecting;                 // from the attempt to the connection that could be used
  std::map<std::string, std::int64_t> sqlstates;  // of the errors that failed a transaction or aborted a client

  thread_statistics() = default;
  // `commands[i]` is the number of commands of script i.
  explicit thread_statistics(const std::vector<std::size_t>& commands);
  void merge(const thread_statistics& other);
};

}  // namespace pgpipe::app::bench
