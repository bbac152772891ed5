#include "bench/random.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace pgpipe::app::bench {
namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31);
}

// `fraction` of the way through low .. high; a fraction of 1 or more ends above high, as in pgbench. No number at all
// (an infinite parameter makes one) counts as the processors that pgbench runs on convert it.
std::int64_t scaled(std::int64_t low, std::int64_t high, double fraction) {
  const double offset = static_cast<double>(high - low + 1) * fraction;
  const bool fits = offset >= -0x1p63 && offset < 0x1p63;
  const std::int64_t whole = fits ? static_cast<std::int64_t>(offset) : std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + static_cast<std::uint64_t>(whole));
}

}  // namespace

random_state::random_state(std::uint64_t seed) : s0_(splitmix64(seed)), s1_(splitmix64(seed)) {
  if (s0_ == 0 && s1_ == 0) {  // the one state that the generator never leaves
    s0_ = 0x5851F42D4C957F2DU;
    s1_ = 0x14057B7EF767814FU;
  }
}

double random_state::normal() {
  const double radius = 1.0 - unit();
  const double angle = 1.0 - unit();
  return std::sqrt(-2.0 * std::log(radius)) * std::sin(2.0 * std::numbers::pi * angle);
}

std::int64_t random_state::exponential(std::int64_t low, std::int64_t high, double parameter) {
  const double cut = std::exp(-parameter);
  const double uniform = 1.0 - unit();
  return scaled(low, high, -std::log(cut + (1.0 - cut) * uniform) / parameter);
}

std::int64_t random_state::gaussian(std::int64_t low, std::int64_t high, double parameter) {
  double deviation = normal();
  while (deviation < -parameter || deviation >= parameter) deviation = normal();
  return scaled(low, high, (deviation + parameter) / (parameter * 2.0));
}

std::int64_t random_state::zipfian(std::int64_t low, std::int64_t high, double parameter) {
  return low - 1 + zipfian_rank(high - low + 1, parameter);
}

// Rejection from an inverted tail (Devroye, Non-Uniform Random Variate Generation, chapter X.6). Close to parameter 1
// nearly every candidate is too large for small counts, which is why the language asks for 1.001.
std::int64_t random_state::zipfian_rank(std::int64_t count, double parameter) {
  if (count <= 1) return 1;
  const double base = std::pow(2.0, parameter - 1.0);
  for (;;) {
    const double u = unit();
    const double v = unit();
    const double rank = std::floor(std::pow(u, -1.0 / (parameter - 1.0)));
    const double tail = std::pow(1.0 + 1.0 / rank, parameter - 1.0);
    if (v * rank * (tail - 1.0) / (base - 1.0) <= tail / base && rank <= static_cast<double>(count)) {
      return static_cast<std::int64_t>(rank);
    }
  }
}

std::int64_t random_state::poisson_gap(double mean) {
  const double uniform = 1.0 - unit();
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): pgbench rounds so, and the gaps have to be the same
  return static_cast<std::int64_t>(-std::log(uniform) * mean + 0.5);
}

}  // namespace pgpipe::app::bench
