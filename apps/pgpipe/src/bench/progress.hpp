#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pgpipe::app::bench {

// What a running thread lets others see. Only the owning thread adds; any thread may take a snapshot at any time, in
// which single numbers are whole but may belong to neighbouring transactions. Cache-line aligned, so that two threads
// never write to one line.
class alignas(64) live_counters {
 public:
  struct snapshot {
    std::int64_t processed = 0;
    std::int64_t failed = 0;
    std::int64_t skipped = 0;
    std::int64_t retried = 0;
    std::int64_t retries = 0;
    double latency_ns = 0;
    double latency_squares_ns2 = 0;
    double lag_ns = 0;

    snapshot& operator+=(const snapshot& other);
    snapshot& operator-=(const snapshot& other);
  };

  void add_processed(std::chrono::nanoseconds latency) {
    const auto ns = static_cast<double>(latency.count());
    add(processed_, std::int64_t{1});
    add(latency_ns_, ns);
    add(latency_squares_ns2_, ns * ns);
  }
  // Of a transaction that was processed.
  void add_lag(std::chrono::nanoseconds lag) { add(lag_ns_, static_cast<double>(lag.count())); }
  void add_failed() { add(failed_, std::int64_t{1}); }
  void add_skipped() { add(skipped_, std::int64_t{1}); }
  void add_retries(std::int64_t retries) {
    add(retried_, std::int64_t{1});
    add(retries_, retries);
  }

  [[nodiscard]] snapshot read() const;

 private:
  // One writer: a plain load and store, without the locked instruction that several writers would need.
  template <typename Number>
  static void add(std::atomic<Number>& counter, Number value) {
    counter.store(counter.load(std::memory_order_relaxed) + value, std::memory_order_relaxed);
  }

  std::atomic<std::int64_t> processed_{0};
  std::atomic<std::int64_t> failed_{0};
  std::atomic<std::int64_t> skipped_{0};
  std::atomic<std::int64_t> retried_{0};
  std::atomic<std::int64_t> retries_{0};
  std::atomic<double> latency_ns_{0};
  std::atomic<double> latency_squares_ns2_{0};
  std::atomic<double> lag_ns_{0};
};

struct progress_settings {
  std::chrono::seconds interval{0};
  std::chrono::seconds warm_up{0};
  bool timestamp = false;      // --progress-timestamp
  bool throttled = false;      // -R
  bool latency_limit = false;  // -L
  bool retries = false;        // --max-tries other than 1
};

// The line for what was counted within `interval`, with its newline. `time` is that since the start or, if timestamps
// are wanted, since 1970.
[[nodiscard]] std::string format_progress(const progress_settings& settings, std::chrono::nanoseconds time,
                                          std::chrono::nanoseconds interval, const live_counters::snapshot& counted);

// Prints the progress lines of a run (-P). One thread waits no longer than until due(), then calls report(now), which
// sums up what all threads have counted since the last line. During a warm-up, when they count nothing, the lines say
// so; afterwards times count from its end. The counters must outlive it.
class progress_reporter {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  progress_reporter(const progress_settings& settings, std::span<const live_counters> threads, time_point start);

  [[nodiscard]] time_point due() const { return due_; }
  // Prints a line on the standard error if one is due; the next one is due in the future, however late this one was.
  void report(time_point now);

 private:
  void schedule(time_point now);
  void report_warm_up(time_point now) const;
  void report_counted(time_point now);

  progress_settings settings_;
  std::span<const live_counters> threads_;
  time_point start_;  // of what is counted
  time_point last_report_;
  time_point due_;
  live_counters::snapshot last_;
};

}  // namespace pgpipe::app::bench
