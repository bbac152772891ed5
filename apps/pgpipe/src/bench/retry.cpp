#include "bench/retry.hpp"

#include <fmt/format.h>

namespace pgpipe::app::bench {

std::optional<failure> survivable_failure(std::string_view sqlstate, bool continue_on_error) {
  if (sqlstate == "40001") return failure::serialization;
  if (sqlstate == "40P01") return failure::deadlock;
  if (continue_on_error) return failure::other;
  return std::nullopt;
}

std::string_view to_string(failure kind) {
  switch (kind) {
    case failure::serialization: return "serialization";
    case failure::deadlock: return "deadlock";
    case failure::other: return "other";
  }
  return "";
}

bool retry_policy::allows(failure kind, std::uint32_t tries, std::chrono::nanoseconds elapsed) const {
  if (kind == failure::other) return false;  // it would fail again
  if (max_tries != 0 && tries >= max_tries) return false;
  return !latency_limit || elapsed <= *latency_limit;
}

std::string retry_policy::describe(std::uint32_t tries, std::chrono::nanoseconds elapsed) const {
  std::string text = fmt::format("try {}", tries);
  if (max_tries != 0) text += fmt::format("/{}", max_tries);
  if (latency_limit) {
    const double used = std::chrono::duration<double>(elapsed) / std::chrono::duration<double>(*latency_limit);
    text += fmt::format(", {:.3f}% of the maximum time of tries was used", 100.0 * used);
  }
  return text;
}

}  // namespace pgpipe::app::bench
