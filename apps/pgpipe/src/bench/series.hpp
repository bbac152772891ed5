#pragma once

#include <chrono>
#include <span>
#include <vector>

#include "bench/progress.hpp"

namespace pgpipe::app::bench {

// What was counted in one second, which ended so long after the start of what is measured.
struct series_point {
  std::chrono::nanoseconds end{0};
  live_counters::snapshot counted;
};

// Notes each second what all threads have counted in it. One thread waits no longer than until due(), then calls
// note(now); finish() at the end notes what is left, a part of a second. The counters must outlive it.
class series_recorder {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  // `start` is that of what is counted, after a warm-up.
  series_recorder(std::span<const live_counters> threads, time_point start);

  [[nodiscard]] time_point due() const { return due_; }
  // A second that nobody noted in time is part of the next one.
  void note(time_point now);
  [[nodiscard]] std::vector<series_point> finish(time_point now);

 private:
  void add(time_point now);

  std::span<const live_counters> threads_;
  time_point start_;
  time_point due_;
  live_counters::snapshot last_;
  std::vector<series_point> points_;
};

}  // namespace pgpipe::app::bench
