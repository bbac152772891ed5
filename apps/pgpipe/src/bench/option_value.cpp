#include "bench/option_value.hpp"

#include <cctype>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <sys/random.h>

namespace pgpipe::app::bench {
namespace {

constexpr std::size_t max_percentiles = 10;  // more than that make a line that nobody reads
// A hundred years, which any clock's time points can hold.
constexpr double longest_limit_ms = 100.0 * 365 * 24 * 3600 * 1000;

tl::unexpected<complaint> refusal(std::string message, std::string detail = {}) {
  return tl::make_unexpected(
      complaint{.message = std::move(message), .detail = std::move(detail), .hint = {}, .context = {}});
}

}  // namespace

tl::expected<int, complaint> parse_number(const char* value, std::string_view name, int low, int high) {
  errno = 0;
  char* end = nullptr;
  const long number = std::strtol(value, &end, 10);
  while (std::isspace(static_cast<unsigned char>(*end)) != 0) ++end;
  if (*end != '\0') return refusal(fmt::format("invalid value \"{}\" for option {}", value, name));
  if (errno == ERANGE || number < low || number > high) {
    return refusal(fmt::format("{} must be in range {}..{}", name, low, high));
  }
  return static_cast<int>(number);
}

tl::expected<double, complaint> parse_rate(const char* value) {
  const double rate = std::strtod(value, nullptr);
  if (!(rate > 0) || !std::isfinite(rate)) return refusal(fmt::format("invalid rate limit: \"{}\"", value));
  return rate;
}

tl::expected<std::optional<std::chrono::microseconds>, complaint> parse_latency_limit(const char* value) {
  const double limit_ms = std::strtod(value, nullptr);
  if (!(limit_ms > 0) || limit_ms > longest_limit_ms) {
    return refusal(fmt::format("invalid latency limit: \"{}\"", value));
  }
  const std::chrono::microseconds limit(static_cast<std::int64_t>(limit_ms * 1000));
  return limit.count() > 0 ? std::optional(limit) : std::nullopt;
}

tl::expected<std::uint32_t, complaint> parse_max_tries(const char* value) {
  const long tries = std::strtol(value, nullptr, 10);
  if (tries < 0 || tries > INT_MAX) {
    return refusal(fmt::format("invalid number of maximum tries: \"{}\"", value));
  }
  return static_cast<std::uint32_t>(tries);
}

tl::expected<script_choice, complaint> parse_script_choice(std::string_view value) {
  const std::size_t at = value.rfind('@');
  script_choice script;
  script.name = value.substr(0, at);
  if (at == std::string_view::npos) return script;
  const std::string weight(value.substr(at + 1));
  errno = 0;
  char* end = nullptr;
  const long number = std::strtol(weight.c_str(), &end, 10);
  if (errno != 0 || weight.empty() || *end != '\0') {
    return refusal(fmt::format("invalid weight specification: {}", value.substr(at)));
  }
  if (number < 0 || number > INT_MAX) {
    return refusal(fmt::format("weight specification out of range (0 .. {}): {}", INT_MAX, number));
  }
  script.weight = static_cast<int>(number);
  return script;
}

tl::expected<std::vector<double>, complaint> parse_percentiles(std::string_view value) {
  std::vector<double> percentiles;
  for (std::string_view rest = value;;) {
    const std::string_view word = rest.substr(0, rest.find(','));
    double percent = 0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), percent);
    if (failed != std::errc() || end != word.data() + word.size()) {
      return refusal(fmt::format("invalid percentile \"{}\" for option --percentiles", word));
    }
    if (!(percent > 0 && percent <= 100)) {
      return refusal(fmt::format("--percentiles must be above 0 and not above 100, unlike {}", word));
    }
    if (percentiles.size() == max_percentiles) {
      return refusal(fmt::format("at most {} percentiles are allowed", max_percentiles));
    }
    percentiles.push_back(percent);
    if (word.size() == rest.size()) return percentiles;
    rest.remove_prefix(word.size() + 1);
  }
}

tl::expected<double, complaint> parse_sampling_rate(const char* value) {
  const double rate = std::strtod(value, nullptr);
  if (!(rate > 0 && rate <= 1)) return refusal(fmt::format("invalid sampling rate: \"{}\"", value));
  return rate;
}

tl::expected<std::uint64_t, complaint> parse_random_seed(const char* value) {
  const std::string_view text = value;
  if (text == "time") return seed_from_clock();
  std::uint64_t seed = 0;
  if (text == "rand") {
    if (::getrandom(&seed, sizeof seed, 0) != sizeof seed) return refusal("could not generate random seed");
    return seed;
  }
  char garbage = 0;
  if (std::sscanf(value, "%" SCNu64 "%c", &seed, &garbage) != 1) {
    return refusal(fmt::format("unrecognized random seed option \"{}\"", text),
                   "Expecting an unsigned integer, \"time\" or \"rand\".");
  }
  return seed;
}

std::uint64_t seed_from_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
}

}  // namespace pgpipe::app::bench
