#include "compare/paired_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <fmt/format.h>

#include "compare/student.hpp"

namespace pgpipe::app::compare {
namespace {

constexpr int resamples = 1000;

// Of what lies outside, on each side. 95% certainty would leave 0.025 if it were looked at only once; rounds end when
// the interval happens to be narrow, which costs about a third of it.
constexpr double tail = 0.0125;

// A bootstrap of n rounds is too narrow by sqrt((n-1)/n), and normal where Student's distribution is meant. Taken at
// this tail instead it has Student's width (Hesterberg, "What Teachers Should Know About the Bootstrap", 2015).
double expanded_tail(std::size_t rounds) {
  const auto n = static_cast<double>(rounds);
  const double quantile = student_quantile(1 - tail, static_cast<int>(rounds) - 1);
  return 0.5 * std::erfc(std::sqrt(n / (n - 1)) * quantile / std::sqrt(2.0));
}

double at_tail(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

interval bootstrap(const std::vector<double>& logs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::size_t> pick(0, logs.size() - 1);
  std::vector<double> means(resamples);
  for (double& mean : means) {
    double sum = 0;
    for (std::size_t i = 0; i != logs.size(); ++i) sum += logs[pick(random)];
    mean = sum / static_cast<double>(logs.size());
  }
  std::sort(means.begin(), means.end());
  const double outside = expanded_tail(logs.size());
  return {at_tail(means, outside), at_tail(means, 1 - outside)};
}

interval student(const std::vector<double>& logs, double mean) {
  double squares = 0;
  for (const double each : logs) squares += (each - mean) * (each - mean);
  const auto n = static_cast<double>(logs.size());
  const double half = student_quantile(1 - tail, static_cast<int>(logs.size()) - 1) * std::sqrt(squares / (n - 1) / n);
  return {mean - half, mean + half};
}

// "3.1%" of a ratio near 1, in either direction.
std::string share(double ratio) { return fmt::format("{:.1f}%", std::abs(ratio - 1) * 100); }
std::string times(double ratio) { return fmt::format("{:.{}f}x", ratio, ratio < 10 ? 2 : 1); }

}  // namespace

void paired_ratio::add(double baseline, double figure) {
  if (baseline > 0 && figure > 0) logs_.push_back(std::log(figure / baseline));
}

double paired_ratio::mean() const {
  return std::accumulate(logs_.begin(), logs_.end(), 0.0) / static_cast<double>(logs_.size());
}

double paired_ratio::estimate() const { return logs_.empty() ? 0 : std::exp(mean()); }

std::optional<interval> paired_ratio::interval(std::uint64_t seed) const {
  if (logs_.size() < 2) return std::nullopt;
  const compare::interval drawn = bootstrap(logs_, seed);
  const compare::interval assumed = student(logs_, mean());
  return compare::interval{std::exp(std::min(drawn.low, assumed.low)), std::exp(std::max(drawn.high, assumed.high))};
}

// The whole interval is not narrower than Student's.
bool paired_ratio::is_tight(double precision) const {
  if (logs_.size() < 2) return false;
  const auto reaches = [&](double low, double high) { return std::exp((high - low) / 2) - 1 <= precision; };
  const compare::interval assumed = student(logs_, mean());
  if (!reaches(assumed.low, assumed.high)) return false;
  const compare::interval whole = *interval();
  return reaches(std::log(whole.low), std::log(whole.high));
}

std::string verdict(double estimate, const std::optional<interval>& around) {
  constexpr double told_as_factor = 1.5;
  constexpr double too_wide = 4;
  if (!around) return "one round tells nothing about chance";
  if (around->low <= 1 && around->high >= 1) {
    if (around->high > too_wide * around->low) return "too few rounds to tell";
    return "no difference detectable below " + share(1 + std::max(around->high - 1, 1 - around->low));
  }
  if (around->low > 1) {
    if (estimate < told_as_factor) {
      return fmt::format("faster by {} ({} to {})", share(estimate), share(around->low), share(around->high));
    }
    return fmt::format("{} as fast ({} to {})", times(estimate), times(around->low), times(around->high));
  }
  return fmt::format("slower by {} ({} to {})", share(estimate), share(around->high), share(around->low));
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace pgpipe::app::compare
