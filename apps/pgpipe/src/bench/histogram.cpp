#include "bench/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace pgpipe::app::bench {

// Nobody's first counter keeps offsets from being 0: they are 1 more than a multiple of 1,024.
void histogram::make_octave(std::size_t octave) {
  const std::size_t first = std::max<std::size_t>(counters_.size(), 1);
  const std::size_t end = first + static_cast<std::size_t>(end_bucket - first_bucket(octave));
  counters_.reserve(end);  // no more than that: what is met of a distribution is met soon
  counters_.resize(end);
  offsets_[octave] = static_cast<std::int32_t>(first) - static_cast<std::int32_t>(first_bucket(octave));
}

void histogram::add(std::chrono::nanoseconds duration, std::int64_t count) {
  const auto ns = static_cast<std::uint64_t>(duration.count());
  const std::size_t octave = octave_of(ns);
  if (offsets_[octave] == 0) make_octave(octave);
  counters_[place(octave, ns >> octave)] += static_cast<std::uint64_t>(count);
}

void histogram::merge(const histogram& other) {
  for (std::size_t octave = 0; octave != octaves; ++octave) {
    if (other.offsets_[octave] == 0) continue;
    if (offsets_[octave] == 0) make_octave(octave);
    for (std::uint64_t bucket = first_bucket(octave); bucket != end_bucket; ++bucket) {
      counters_[place(octave, bucket)] += other.counter(octave, bucket);
    }
  }
}

std::int64_t histogram::count() const {
  std::int64_t all = 0;
  for_each_bucket([&](std::int64_t, std::int64_t, std::int64_t counted) { all += counted; });
  return all;
}

std::chrono::nanoseconds histogram::percentile(double percent) const {
  // 99.9% of 1,000 is the 999th, although 99.9 / 100 * 1000 is a little more than 999.
  constexpr double rounding = 1 - 1e-12;
  const double wanted = std::ceil(percent / 100 * static_cast<double>(count()) * rounding);
  const auto rank = std::max(std::int64_t{1}, static_cast<std::int64_t>(wanted));
  std::int64_t below = 0;
  std::int64_t found = 0;
  for_each_bucket([&](std::int64_t, std::int64_t highest, std::int64_t counted) {
    if (below < rank) found = highest;
    below += counted;
  });
  return std::chrono::nanoseconds(found);
}

}  // namespace pgpipe::app::bench
