#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgpipe::app::compare {

struct interval {
  double low = 0;
  double high = 0;
};

// How many times as large a figure is as the baseline's, from rounds in each of which both were measured: what slows a
// whole round down slows both, and cancels. The estimate is the geometric mean of the rounds' ratios.
//
// The interval holds the true ratio with at least 95% certainty, although it is looked at after each round to see
// whether more are needed. It is the wider one of a bootstrap over the rounds and Student's, because few rounds say
// little about their own scatter: the one of two rounds is enormous.
class paired_ratio {
 public:
  // Both above 0; a round without one of them is left out.
  void add(double baseline, double figure);

  [[nodiscard]] std::size_t rounds() const { return logs_.size(); }
  // 0 without a round.
  [[nodiscard]] double estimate() const;
  // Nothing with fewer than two rounds. The same seed draws the same.
  [[nodiscard]] std::optional<compare::interval> interval(std::uint64_t seed = 1) const;

  // The interval reaches at most so far (0.02: 2%) from its middle, to either side. Cheap where it does not.
  [[nodiscard]] bool is_tight(double precision) const;

 private:
  [[nodiscard]] double mean() const;

  std::vector<double> logs_;
};

// In plain words: "faster by 3.1% (2.2% to 4.0%)", "95.2x as fast (94.0x to 96.1x)", "slower by ...", or "no difference
// detectable below 1.8%".
[[nodiscard]] std::string verdict(double estimate, const std::optional<compare::interval>& around);

// The middle one, or the mean of the two middle ones; 0 for none.
[[nodiscard]] double median(std::vector<double> values);

}  // namespace pgpipe::app::compare
