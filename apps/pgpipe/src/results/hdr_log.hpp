#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/histogram.hpp"

namespace pgpipe::app {

// HdrHistogram's log format 1.3, as its tools read it: for each interval a line for each tag, and one without a tag for
// all together. What a tag cannot hold, commas, blanks and line ends, becomes an underscore; a second tag of one name
// gets a number. Call order: add() for each interval, then text().
class hdr_log {
 public:
  hdr_log(std::chrono::system_clock::time_point start, const std::vector<std::string>& tags, std::string_view comment);

  // Latencies of an interval that began so long after the start: one histogram a tag.
  void add(std::chrono::nanoseconds begin, std::chrono::nanoseconds length,
           std::span<const bench::histogram> latencies);
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  void add_line(std::string_view prefix, double begin_s, std::chrono::nanoseconds length,
                const bench::histogram& latencies);

  double start_s_;  // since 1970
  std::vector<std::string> tags_;
  std::string text_;
};

}  // namespace pgpipe::app
