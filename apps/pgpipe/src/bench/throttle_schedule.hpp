#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "bench/random.hpp"

namespace pgpipe::app::bench {

// When the transactions of one thread are to begin (-R): a Poisson process of whole microseconds, gap for gap
// pgbench's. It is one row of slots for all clients of the thread: whoever is free takes the next one, be it past or
// to come. Call order: start(), then take() for each transaction, backlog() between them.
class throttle_schedule {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  // `rate` is that of the whole run, in transactions a second, to which each of the threads contributes as much.
  throttle_schedule(double rate, std::size_t threads, random_state random)
      : mean_gap_us_(1e6 / rate * static_cast<double>(threads)), taken_(random), ahead_(random) {}

  void start(time_point begin) { taken_.at = ahead_.at = begin; }

  // The slot that is next.
  time_point take() {
    advance(taken_);
    return taken_.at;
  }

  // How many slots up to `now` nobody has taken. Exact for up to `most_draws` slots that were not counted before, and
  // for what lies beyond them the number to expect: the caller's work stays bounded at any rate.
  [[nodiscard]] std::int64_t backlog(time_point now, int most_draws = 16);

 private:
  struct cursor {
    explicit cursor(random_state gaps) : random(gaps) {}

    random_state random;
    time_point at{};
    std::int64_t count = 0;  // of the slots up to this one
  };

  void advance(cursor& moved) const {
    moved.at += std::chrono::microseconds(moved.random.poisson_gap(mean_gap_us_));
    ++moved.count;
  }

  double mean_gap_us_;
  cursor taken_;  // the last slot that was taken
  cursor ahead_;  // runs ahead of it, to count; where it has been left behind it means nothing
};

}  // namespace pgpipe::app::bench
