#include "bench/histogram.hpp"

#include <cmath>

namespace pgpipe::app::bench {

void histogram::make_octave(std::size_t number) {
  if (octaves_ == nullptr) octaves_ = std::make_unique<std::array<std::unique_ptr<octave>, octaves>>();
  (*octaves_)[number] = std::make_unique<octave>();
}

void histogram::merge(const histogram& other) {
  if (other.octaves_ == nullptr) return;
  other.settle();
  for (std::size_t number = 0; number != octaves; ++number) {
    if ((*other.octaves_)[number] == nullptr) continue;
    if (octaves_ == nullptr || (*octaves_)[number] == nullptr) make_octave(number);
    octave& into = *(*octaves_)[number];
    const octave& from = *(*other.octaves_)[number];
    for (std::size_t i = 0; i != buckets; ++i) into[i] += from[i];
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
