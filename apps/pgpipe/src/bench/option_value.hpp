#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "bench/options.hpp"

// The values of options, read as pgbench reads them.
namespace pgpipe::app::bench {

// A decimal number between blanks, from `low` to `high`; `name` is the option as the complaint calls it.
[[nodiscard]] tl::expected<int, complaint> parse_number(const char* value, std::string_view name, int low, int high);

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
