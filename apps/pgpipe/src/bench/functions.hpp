#pragma once

#include <cstdint>
#include <limits>

#include "bench/expression.hpp"
#include "bench/value.hpp"

namespace pgpipe::app::bench {

// Calls a function of the expression language: `arguments` are `call.count` values, of which the first becomes the
// result. False when it fails; then `with.error` says why.
[[nodiscard]] bool call_function(const instruction& call, value* arguments, evaluation& with);

// Whether a range suits the random functions, apart from a distribution's parameter: not empty, and its width an int64.
[[nodiscard]] inline bool is_random_range(std::int64_t low, std::int64_t high) {
  std::int64_t width = 0;
  return low <= high && !__builtin_sub_overflow(high, low, &width) && width < std::numeric_limits<std::int64_t>::max();
}

}  // namespace pgpipe::app::bench
