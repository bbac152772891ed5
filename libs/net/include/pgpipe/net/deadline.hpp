#pragma once

#include <chrono>

namespace pgpipe::net {

// A point of the steady clock at which an operation gives up.
using deadline = std::chrono::steady_clock::time_point;

inline constexpr deadline no_deadline = deadline::max();

// What is left until `until`: zero when it has passed. Not to be asked about no_deadline.
[[nodiscard]] inline std::chrono::nanoseconds remaining(deadline until) {
  const auto left = until - std::chrono::steady_clock::now();
  return left > left.zero() ? std::chrono::nanoseconds(left) : std::chrono::nanoseconds::zero();
}

}  // namespace pgpipe::net
