#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgpipe::app::bench {

// Counts durations by size, three significant digits fine. A duration is counted as its bucket: buckets are 1 ns wide
// up to 2,048 ns and never wider than a 1,024th of the durations in them, so a percentile is never below the duration
// of that rank and at most 0.1% above it. Every duration that is not negative has its bucket, however long it is.
//
// It is HdrHistogram's layout for three digits: 1,024 buckets an octave, that is from one power of two to the next, but
// 2,048 for the first, in which all below 2,048 ns are. Memory is that of the octaves that were met, 8 KiB each.
//
// Call order: add() by one thread, merge() of what each thread has added, then the figures.
class histogram {
 public:
  histogram() = default;
  // Moving copies: a histogram that lost its counters would have to be told of it.
  histogram(const histogram&) = default;
  histogram& operator=(const histogram&) = default;
  ~histogram() = default;

  void add(std::chrono::nanoseconds duration) {
    const auto ns = static_cast<std::uint64_t>(duration.count());
    const std::size_t octave = octave_of(ns);
    if (offsets_[octave] == 0) [[unlikely]]
      make_octave(octave);
    const std::size_t at = place(octave, ns >> octave);
    __builtin_prefetch(&counters_[at], 1);
    ++counters_[waiting_];
    waiting_ = at;
  }

  // So many of them, counted at once.
  void add(std::chrono::nanoseconds duration, std::int64_t count);
  // Afterwards as if all that was added to either had been added here: nothing is rounded.
  void merge(const histogram& other);

  [[nodiscard]] std::int64_t count() const;
  // The duration that `percent` of all do not exceed; 0 when there are none.
  [[nodiscard]] std::chrono::nanoseconds percentile(double percent) const;

  // Calls visit(lowest, highest, count), durations in nanoseconds, for each bucket that is not empty, upwards.
  template <typename Visit>
  void for_each_bucket(Visit visit) const {
    for (std::size_t octave = 0; octave != octaves; ++octave) {
      if (offsets_[octave] == 0) continue;
      for (std::uint64_t bucket = first_bucket(octave); bucket != end_bucket; ++bucket) {
        const std::uint64_t count = counter(octave, bucket);
        if (count == 0) continue;
        const std::uint64_t highest = ((bucket + 1) << octave) - 1;
        visit(static_cast<std::int64_t>(bucket << octave), static_cast<std::int64_t>(highest),
              static_cast<std::int64_t>(count));
      }
    }
  }

  // Calls visit(lowest, count) for each bucket, upwards, to which `count` were added since this was `earlier`.
  template <typename Visit>
  void for_each_difference(const histogram& earlier, Visit visit) const {
    for (std::size_t octave = 0; octave != octaves; ++octave) {
      if (offsets_[octave] == 0) continue;
      for (std::uint64_t bucket = first_bucket(octave); bucket != end_bucket; ++bucket) {
        const std::uint64_t before = earlier.offsets_[octave] == 0 ? 0 : earlier.counter(octave, bucket);
        const std::uint64_t added = counter(octave, bucket) - before;
        if (added != 0) visit(static_cast<std::int64_t>(bucket << octave), static_cast<std::int64_t>(added));
      }
    }
  }

 private:
  // Half of it, from which an octave begins, is more than 1,000: a bucket's width is less than the third digit.
  static constexpr std::uint64_t end_bucket = 2048;
  // Those of all 64-bit numbers, so that none needs a check: the last one would have those that are negative.
  static constexpr std::size_t octaves = 54;

  // Also by how many bits a duration is shifted to become the number of its bucket.
  static constexpr std::size_t octave_of(std::uint64_t ns) {
    return static_cast<std::size_t>(std::bit_width(ns | (end_bucket - 1))) - 11;
  }
  static constexpr std::uint64_t first_bucket(std::size_t octave) { return octave == 0 ? 0 : end_bucket / 2; }

  [[nodiscard]] std::size_t place(std::size_t octave, std::uint64_t bucket) const {
    return bucket + static_cast<std::uint64_t>(offsets_[octave]);
  }
  [[nodiscard]] std::uint64_t counter(std::size_t octave, std::uint64_t bucket) const {
    const std::size_t at = place(octave, bucket);
    return counters_[at] + (at == waiting_ ? 1 : 0);
  }
  void make_octave(std::size_t octave);

  std::vector<std::uint64_t> counters_;  // the first is nobody's
  // The counter of the duration added last, which has yet to count it; 0 when there is none. Its cache line is asked
  // for then and has come by the time of the next one: durations scatter, so that counting at once would wait for
  // memory each time, a tenth of what a transaction costs.
  std::size_t waiting_ = 0;
  // Where the counter of an octave's bucket 0 is or would be; 0 for an octave that was not met.
  std::array<std::int32_t, octaves> offsets_{};
};

}  // namespace pgpipe::app::bench
