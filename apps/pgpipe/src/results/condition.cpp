#include "results/condition.hpp"

#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "delay/quantity.hpp"

namespace pgpipe::app {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (failed != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

double percentile_of(std::string_view metric) {
  if (!metric.starts_with('p')) return 0;
  const auto percent = parse_real(metric.substr(1));
  return percent && *percent > 0 && *percent <= 100 ? *percent : 0;
}

bool names_latency(std::string_view metric) {
  return percentile_of(metric) > 0 || metric == "average" || metric == "maximum";
}

}  // namespace

result<condition> parse_condition(std::string_view text) {
  const auto refuse = [&](std::string_view why) {
    return fail(error_category::usage, fmt::format("invalid condition \"{}\" for --fail-if: {}", text, why));
  };
  const std::size_t at = text.find_first_of("<>");
  if (at == std::string_view::npos) return refuse("expected a comparison such as p99 > 10ms or tps < 1000");
  const bool or_equal = at + 1 < text.size() && text[at + 1] == '=';
  condition read;
  read.text = text;
  read.metric = trimmed(text.substr(0, at));
  if (text[at] == '<') {
    read.how = or_equal ? condition::comparison::at_most : condition::comparison::less;
  } else {
    read.how = or_equal ? condition::comparison::at_least : condition::comparison::more;
  }
  const std::string_view value = trimmed(text.substr(at + (or_equal ? 2 : 1)));
  if (read.is_latency()) {
    const auto duration = parse_duration(value);
    if (!duration) return refuse("a latency is compared with a duration such as 10ms");
    read.value = std::chrono::duration<double, std::milli>(*duration).count();
    return read;
  }
  if (read.metric != "tps" && read.metric != "failed" && read.metric != "ratio") {
    return refuse("the metrics are p99 and the like, average, maximum, tps, failed and ratio");
  }
  const auto number = parse_real(value);
  if (!number) return refuse("expected a number");
  read.value = *number;
  return read;
}

double condition::percentile() const { return percentile_of(metric); }

bool condition::is_latency() const { return names_latency(metric); }

bool condition::holds(double measured) const {
  switch (how) {
    case comparison::less: return measured < value;
    case comparison::at_most: return measured <= value;
    case comparison::more: return measured > value;
    case comparison::at_least: return measured >= value;
  }
  return false;
}

}  // namespace pgpipe::app
