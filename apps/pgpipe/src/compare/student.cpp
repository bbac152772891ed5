#include "compare/student.hpp"

#include <cmath>
#include <numbers>

namespace pgpipe::app::compare {
namespace {

// The probability of at most t, t not negative, in closed form (Abramowitz and Stegun, 26.7.3 and 26.7.4).
double student_probability(double t, int freedom) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(freedom)));
  const double cosine = std::cos(angle);
  double term = freedom % 2 == 1 ? cosine : 1;
  double sum = freedom == 1 ? 0 : term;
  for (int i = freedom % 2 == 1 ? 3 : 2; i <= freedom - 2; i += 2) {
    term *= cosine * cosine * (i - 1) / i;
    sum += term;
  }
  const double within =
      freedom % 2 == 1 ? (angle + std::sin(angle) * sum) * 2 / std::numbers::pi : std::sin(angle) * sum;
  return 0.5 + within / 2;
}

}  // namespace

double student_quantile(double probability, int freedom) {
  double low = 0;
  double high = 1;
  while (student_probability(high, freedom) < probability) high *= 2;
  for (int i = 0; i != 60; ++i) {
    const double middle = (low + high) / 2;
    (student_probability(middle, freedom) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace pgpipe::app::compare
