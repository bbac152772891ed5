#include "bench/throttle_schedule.hpp"

#include <algorithm>

namespace pgpipe::app::bench {
namespace {

// More than any run has, and far from overflow when a few of them are added up.
constexpr double most_slots = 1e15;

}  // namespace

std::int64_t throttle_schedule::backlog(time_point now, int most_draws) {
  if (taken_.at > now) return 0;
  if (ahead_.count <= taken_.count) ahead_ = taken_;
  for (; ahead_.at <= now && most_draws > 0; --most_draws) advance(ahead_);
  std::int64_t due = ahead_.count - taken_.count;
  if (ahead_.at > now) return due - 1;
  const double rest_us = std::chrono::duration<double, std::micro>(now - ahead_.at).count();
  due += static_cast<std::int64_t>(std::min(rest_us / mean_gap_us_, most_slots));
  return due;
}

}  // namespace pgpipe::app::bench
