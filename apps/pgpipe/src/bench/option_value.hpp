#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "bench/options.hpp"

// The values of options, read as pgbench reads them.
namespace pgpipe::app::bench {

// A decimal number between blanks, from `low` to `high`; `name` is the option as the complaint calls it.
[[nodiscard]] tl::expected<int, complaint> parse_number(const char* value, std::string_view name, int low, int high);

// The next three take the number that the text begins with, and ignore what follows, as pgbench does.

// -R: transactions a second, more than 0.
[[nodiscard]] tl::expected<double, complaint> parse_rate(const char* value);

// -L: milliseconds, more than 0, of which a microsecond counts. What is less is no limit.
[[nodiscard]] tl::expected<std::optional<std::chrono::microseconds>, complaint> parse_latency_limit(const char* value);

// --max-tries: a number, 0 for no bound.
[[nodiscard]] tl::expected<std::uint32_t, complaint> parse_max_tries(const char* value);

// "NAME" or "NAME@WEIGHT"; the weight stands after the last '@'.
[[nodiscard]] tl::expected<script_choice, complaint> parse_script_choice(std::string_view value);

// Percentages above 0 and up to 100, separated by commas, at most 10.
[[nodiscard]] tl::expected<std::vector<double>, complaint> parse_percentiles(std::string_view value);

// A number above 0 and not above 1; what stands behind it is ignored.
[[nodiscard]] tl::expected<double, complaint> parse_sampling_rate(const char* value);

// An unsigned number, "time" for the clock, or "rand" for the system's random source.
[[nodiscard]] tl::expected<std::uint64_t, complaint> parse_random_seed(const char* value);

[[nodiscard]] std::uint64_t seed_from_clock();

}  // namespace pgpipe::app::bench
