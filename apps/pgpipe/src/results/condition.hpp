#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app {

// What --fail-if asks: "p99 > 10ms", "tps < 1000", "failed > 0", "ratio < 0.95".
struct condition {
  enum class comparison : std::uint8_t { less, at_most, more, at_least };

  std::string metric;  // p and a percentage, average, maximum, tps, failed, ratio
  comparison how = comparison::less;
  double value = 0;  // latencies in milliseconds
  std::string text;  // as written

  // Whether it is true of a metric that has this value.
  [[nodiscard]] bool holds(double measured) const;

  // The metric is one that a run without a transaction that succeeded does not have.
  [[nodiscard]] bool is_latency() const;

  // The metric is a percentile, which this is, above 0 and up to 100; else 0.
  [[nodiscard]] double percentile() const;
};

// The exit status of a complete run of which a --fail-if was true.
inline constexpr int condition_held = 3;

// A usage error says what is wrong with it.
[[nodiscard]] result<condition> parse_condition(std::string_view text);

}  // namespace pgpipe::app
