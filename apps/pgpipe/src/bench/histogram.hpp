#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace pgpipe::app::bench {

// Counts durations by size, three significant digits fine. A duration is counted as its bucket: buckets are 1 ns wide
// up to 2,048 ns and never wider than a 1,024th of the durations in them, so a percentile is never below the duration
// of that rank and at most 0.1% above it. Every duration has its bucket, from 0 to the longest that fits; a negative
// one counts as 0.
//
// It is HdrHistogram's layout for three digits: bucket i of octave o has the index 1,024 o + i there. Memory is that of
// the octaves that were met, 8 KiB each, and one pointer before anything was added.
//
// Call order: add() by one thread, merge() of what each thread has added, then the figures.
class histogram {
 public:
  histogram() = default;
  histogram(const histogram& other) { merge(other); }
  histogram(histogram&&) noexcept = default;
  histogram& operator=(const histogram& other) { return *this = histogram(other); }
  histogram& operator=(histogram&&) noexcept = default;
  ~histogram() = default;

  void add(std::chrono::nanoseconds duration) {
    const auto ns = static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
    const std::size_t number = octave_of(ns);
    if (octaves_ == nullptr || (*octaves_)[number] == nullptr) [[unlikely]]
      make_octave(number);
    std::uint64_t& bucket = (*(*octaves_)[number])[(ns >> shift_of(number)) % buckets];
    __builtin_prefetch(&bucket, 1);
    settle();
    waiting_.bucket = &bucket;
  }

  // Afterwards as if all that was added to either had been added here: nothing is rounded.
  void merge(const histogram& other);

  [[nodiscard]] std::int64_t count() const;
  // The duration that `percent` of all do not exceed; 0 when there are none.
  [[nodiscard]] std::chrono::nanoseconds percentile(double percent) const;

  // Calls visit(lowest, highest, count), durations in nanoseconds, for each bucket that is not empty, upwards.
  template <typename Visit>
  void for_each_bucket(Visit visit) const {
    settle();
    for (std::size_t number = 0; octaves_ != nullptr && number != octaves; ++number) {
      if ((*octaves_)[number] == nullptr) continue;
      const octave& counts = *(*octaves_)[number];
      const std::uint64_t first = number == 0 ? 0 : buckets;
      for (std::size_t i = 0; i != buckets; ++i) {
        if (counts[i] == 0) continue;
        const std::uint64_t lowest = (first + i) << shift_of(number);
        const std::uint64_t highest = lowest + ((std::uint64_t{1} << shift_of(number)) - 1);
        visit(static_cast<std::int64_t>(lowest), static_cast<std::int64_t>(highest),
              static_cast<std::int64_t>(counts[i]));
      }
    }
  }

 private:
  // More than 1,000, so that a bucket's width is less than the third digit.
  static constexpr std::size_t buckets = 1024;
  // The first has the durations below 1,024 ns, each further one those up to twice as long as the one before.
  static constexpr std::size_t octaves = 54;

  using octave = std::array<std::uint64_t, buckets>;

  static constexpr std::size_t octave_of(std::uint64_t ns) {
    return static_cast<std::size_t>(std::bit_width(ns | (buckets - 1))) - 10;
  }
  static constexpr unsigned shift_of(std::size_t number) { return static_cast<unsigned>(number - (number != 0)); }

  void make_octave(std::size_t number);

  // Counts the duration that was added last.
  void settle() const {
    if (waiting_.bucket != nullptr) ++*waiting_.bucket;
    waiting_.bucket = nullptr;
  }

  // Where to count the duration added last. Its cache line is asked for then and has come by the time of the next one:
  // durations scatter, so that counting at once would wait for memory each time, a tenth of what a transaction costs.
  struct waiting {
    std::uint64_t* bucket = nullptr;

    waiting() = default;
    waiting(waiting&& other) noexcept : bucket(std::exchange(other.bucket, nullptr)) {}
    waiting& operator=(waiting&& other) noexcept {
      bucket = std::exchange(other.bucket, nullptr);
      return *this;
    }
    ~waiting() = default;
  };

  std::unique_ptr<std::array<std::unique_ptr<octave>, octaves>> octaves_;
  mutable waiting waiting_;
};

}  // namespace pgpipe::app::bench
