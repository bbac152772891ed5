#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/histogram.hpp"

namespace pgpipe::app::bench {

// The counters of a histogram that are not 0, a few bytes each, so that an hour's seconds can be kept. Call order:
// append() upwards, then add_to().
class packed_histogram {
 public:
  // A bucket by its lowest duration in nanoseconds, which is above those before.
  void append(std::int64_t lowest, std::int64_t count) {
    append_number(static_cast<std::uint64_t>(lowest - last_));
    append_number(static_cast<std::uint64_t>(count));
    last_ = lowest;
  }
  // As if what is counted here had been added there.
  void add_to(histogram& into) const;

  [[nodiscard]] bool empty() const { return bytes_.empty(); }

 private:
  void append_number(std::uint64_t number);

  std::vector<std::byte> bytes_;  // LEB128 numbers: how far above the last one, and how many
  std::int64_t last_ = 0;
};

}  // namespace pgpipe::app::bench
