#pragma once

#include <chrono>
#include <string>

#include "bench/logged_transaction.hpp"
#include "bench/statistics.hpp"

namespace pgpipe::app::bench {

// Sums up a thread's transactions by intervals of their ends (--aggregate-interval). A line for each interval, those
// without transactions included; the columns are pgbench 19's:
//
//   start_s processed latency latency² min max lag lag² min max skipped retried retries serialization deadlock other
//
// Times are in microseconds, the last three columns are failures.
//
// Call order: add() for each transaction in the order of their ends, then finish(). Both append to a text the lines
// that have become complete.
class log_aggregate {
 public:
  using time_point = std::chrono::system_clock::time_point;

  struct settings {
    std::chrono::seconds interval{1};
    bool other_failures = true;  // the last column; pgbench before 19 has none
  };

  // The first interval begins with the whole second in which `start` lies.
  log_aggregate(const settings& how, time_point start)
      : settings_(how), start_(std::chrono::floor<std::chrono::seconds>(start)) {}

  void add(const logged_transaction& transaction, std::string& text);
  // The lines up to the interval in which `end` lies, as far as that got: pgbench loses this one.
  void finish(time_point end, std::string& text);

 private:
  void close_intervals(time_point now, std::string& text);
  void append_line(std::string& text) const;

  settings settings_;
  std::chrono::sys_seconds start_;
  transaction_statistics counted_;
};

}  // namespace pgpipe::app::bench
