#include "delay/quantity.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <utility>

namespace pgpipe::app {
namespace {

struct unit {
  std::string_view name;
  double factor;
};

constexpr std::array<unit, 5> time_units = {{{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}}};
constexpr std::array<unit, 5> byte_units = {{{"", 1}, {"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}};
constexpr std::array<unit, 4> bit_units = {{{"bit", 0.125}, {"kbit", 125}, {"Mbit", 125e3}, {"Gbit", 125e6}}};

constexpr double year_ns = 366.0 * 86400 * 1e9;
// Up to here a double tells neighbouring whole numbers apart.
constexpr double most_bytes = 9e15;

// The number that the text begins with, and what follows it; nothing when there is none or it is not finite.
std::optional<std::pair<double, std::string_view>> split(std::string_view text) {
  double number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (failed != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
  return std::pair(number, text.substr(static_cast<std::size_t>(end - text.data())));
}

std::optional<double> parse(std::string_view text, std::span<const unit> units) {
  const auto parts = split(text);
  if (!parts) return std::nullopt;
  for (const unit& each : units) {
    if (each.name == parts->second) return parts->first * each.factor;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text) {
  if (text == "0") return std::chrono::nanoseconds(0);
  const auto ns = parse(text, time_units);
  if (!ns || *ns > year_ns) return std::nullopt;
  return std::chrono::nanoseconds(std::llround(*ns));
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  const auto bytes = parse(text, byte_units);
  if (!bytes || *bytes > most_bytes) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(*bytes));
}

std::optional<double> parse_bandwidth(std::string_view text) {
  if (text.ends_with("/s")) text.remove_suffix(2);
  auto rate = parse(text, byte_units);
  if (!rate) rate = parse(text, bit_units);
  if (!rate || *rate <= 0) return std::nullopt;
  return rate;
}

std::optional<double> parse_share(std::string_view text) {
  const auto parts = split(text);
  if (!parts || (!parts->second.empty() && parts->second != "%")) return std::nullopt;
  const double share = parts->second.empty() ? parts->first : parts->first / 100;
  if (share > 1) return std::nullopt;
  return share;
}

}  // namespace pgpipe::app
