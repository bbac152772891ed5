#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "bench/histogram.hpp"

namespace pgpipe::app {

// A histogram and the script whose latencies it counts.
struct tagged_histogram {
  std::string tag = {};
  const bench::histogram* histogram = nullptr;
  double max_ms = 0;
};

// HdrHistogram's log format 1.3, as its tools read it: one interval, the whole run, with a line for each tag, and one
// without a tag for all together. What a tag cannot hold, commas, blanks and line ends, becomes an underscore; a second
// tag of one name gets a number.
[[nodiscard]] std::string format_hdr_log(std::chrono::system_clock::time_point start, std::chrono::nanoseconds length,
                                         const std::vector<tagged_histogram>& tagged, std::string_view comment);

}  // namespace pgpipe::app
