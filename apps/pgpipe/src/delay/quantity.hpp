#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

// Numbers with units, as the options of several commands take them.
namespace pgpipe::app {

// "35ms", "1.5s", "200us", "50ns", "2min"; "0" needs no unit. Nothing when it is none, negative, or above a year.
[[nodiscard]] std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text);

// Bytes: "1448", "64kB", "10MB", "1GB", where a kB is 1,000 bytes. Nothing when it is none or negative.
[[nodiscard]] std::optional<std::uint64_t> parse_bytes(std::string_view text);

// Bytes a second: a number of bytes as above, or of bits, "10Mbit"; "/s" may follow either. Above 0.
[[nodiscard]] std::optional<double> parse_bandwidth(std::string_view text);

// A share: "0.01" or "1%". From 0 to 1.
[[nodiscard]] std::optional<double> parse_share(std::string_view text);

}  // namespace pgpipe::app
