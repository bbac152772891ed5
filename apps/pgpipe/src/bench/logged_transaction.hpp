#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "bench/statistics.hpp"

namespace pgpipe::app::bench {

// One transaction as the logs tell of it.
struct logged_transaction {
  enum class outcome : std::uint8_t { processed, skipped, failed };

  int client = 0;
  std::int64_t number = 0;  // of this client, from 1, skipped and failed ones included
  outcome ended = outcome::processed;
  failure why = failure::other;  // of a failed one
  bool tells_why = false;        // --failures-detailed
  std::chrono::nanoseconds latency{0};
  int script = 0;
  std::chrono::system_clock::time_point end{};
  std::optional<std::chrono::nanoseconds> lag{};  // -R
  std::optional<std::int64_t> retries{};          // --max-tries other than 1
};

}  // namespace pgpipe::app::bench
