#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/packed_histogram.hpp"
#include "bench/statistics.hpp"

namespace pgpipe::app::bench {

// How long an interval of a series is, but for the last one, which ends with the run.
inline constexpr std::chrono::seconds series_interval{1};

// How the transactions of one script ended within one interval.
struct interval_figures {
  std::int64_t processed = 0;
  std::int64_t failed = 0;
  std::int64_t skipped = 0;
  std::chrono::nanoseconds latency{0};      // of the processed ones, summed up
  std::vector<packed_histogram> latencies;  // likewise, one part of them from each thread

  void merge(const interval_figures& other);
  [[nodiscard]] histogram sizes() const;
};

// An interval: one element a script.
using series_point = std::vector<interval_figures>;

// Cuts what one thread counts of its scripts into intervals. Transactions belong to the interval that they end in.
// Nothing is counted twice for it: at the end of an interval the counters are compared with what they were at its
// begin.
//
// Call order: note(now) before what ends at `now` is counted, each time, then finish() behind the last one.
class series_recorder {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  // `start` is that of what is counted, after a warm-up.
  series_recorder(time_point start, std::size_t scripts) : due_(start + series_interval), seen_(scripts) {}

  void note(time_point now, const std::vector<script_statistics>& counted) {
    if (now >= due_) [[unlikely]]
      end_intervals(now, counted);
  }
  void finish(const std::vector<script_statistics>& counted) { add(counted); }

  // From the first interval on; intervals in which nothing ended at the end may be missing.
  [[nodiscard]] const std::vector<series_point>& points() const { return points_; }

 private:
  void end_intervals(time_point now, const std::vector<script_statistics>& counted);
  void add(const std::vector<script_statistics>& counted);

  time_point due_;
  std::vector<transaction_statistics> seen_;  // as they were when the interval began
  std::vector<series_point> points_;
};

// Adds another thread's intervals to `all`, one to one.
void merge_series(std::vector<series_point>& all, std::span<const series_point> more);

// An interval for every begun second of a run that was so long, and what ended behind the last one in that.
void fit_series(std::vector<series_point>& all, std::chrono::nanoseconds length, std::size_t scripts);

}  // namespace pgpipe::app::bench
