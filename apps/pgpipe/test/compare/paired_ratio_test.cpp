#include "compare/paired_ratio.hpp"

#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compare/student.hpp"

namespace pgpipe::app::compare {
namespace {

using testing::StartsWith;

TEST(Student, KnownQuantiles) {
  EXPECT_NEAR(student_quantile(0.975, 1), 12.70620, 1e-4);
  EXPECT_NEAR(student_quantile(0.975, 2), 4.302653, 1e-5);
  EXPECT_NEAR(student_quantile(0.975, 3), 3.182446, 1e-5);
  EXPECT_NEAR(student_quantile(0.975, 10), 2.228139, 1e-5);
  EXPECT_NEAR(student_quantile(0.99, 7), 2.997952, 1e-5);
  EXPECT_NEAR(student_quantile(0.975, 1000), 1.962339, 1e-5);
  EXPECT_NEAR(student_quantile(0.5, 4), 0, 1e-9);
}

TEST(PairedRatio, SaysNothingWithoutRounds) {
  paired_ratio none;
  EXPECT_EQ(none.estimate(), 0);
  EXPECT_FALSE(none.interval());
  none.add(0, 10);
  none.add(10, 0);
  EXPECT_EQ(none.rounds(), 0U);
  none.add(10, 20);
  EXPECT_DOUBLE_EQ(none.estimate(), 2);
  EXPECT_FALSE(none.interval());
}

TEST(PairedRatio, WhatSlowsBothIsNoDifference) {
  paired_ratio ratio;
  for (const double speed : {100.0, 50.0, 10.0, 80.0}) ratio.add(speed, speed * 1.25);
  EXPECT_NEAR(ratio.estimate(), 1.25, 1e-12);
  EXPECT_NEAR(ratio.interval()->low, 1.25, 1e-9);
  EXPECT_NEAR(ratio.interval()->high, 1.25, 1e-9);
  EXPECT_TRUE(ratio.is_tight(0.001));
}

TEST(PairedRatio, TwoRoundsThatDifferProveLittle) {
  paired_ratio ratio;
  ratio.add(100, 110);
  ratio.add(100, 120);
  EXPECT_LT(ratio.interval()->low, 0.7);
  EXPECT_FALSE(ratio.is_tight(0.05));
}

TEST(PairedRatio, TheSameSeedDrawsTheSame) {
  paired_ratio ratio;
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(1, 0.05);
  for (int i = 0; i != 20; ++i) ratio.add(noise(random), noise(random));
  EXPECT_EQ(ratio.interval(5)->low, ratio.interval(5)->low);
}

// One comparison as the program makes it: rounds until the interval is tight.
struct trial {
  double truth;  // the ratio
  double noise;  // of each figure
  double precision = 0.02;
  bool outliers = false;

  [[nodiscard]] std::string run(std::uint64_t seed) const {
    constexpr int least_rounds = 6;
    constexpr int most_rounds = 400;
    std::mt19937_64 random(seed);
    std::normal_distribution<double> scatter(0, noise);
    std::uniform_real_distribution<double> share(0, 1);
    paired_ratio ratio;
    for (int round = 1; round <= most_rounds; ++round) {
      const double common = std::exp(scatter(random) * 4);  // the machine's mood, which both have
      const auto figure = [&](double of) {
        const double stall = outliers && share(random) < 0.05 ? 0.7 : 1;
        return of * common * std::exp(scatter(random)) * stall;
      };
      const double baseline = figure(1000);
      ratio.add(baseline, figure(1000 * truth));
      if (round >= least_rounds && ratio.is_tight(precision)) break;
    }
    return verdict(ratio.estimate(), ratio.interval());
  }

  // Of 200 seeded trials, those whose verdict begins so.
  [[nodiscard]] int count(std::string_view beginning, std::uint64_t first_seed) const {
    int counted = 0;
    for (std::uint64_t i = 0; i != 200; ++i) counted += run(first_seed + i).starts_with(beginning) ? 1 : 0;
    return counted;
  }
};

TEST(PairedRatio, FindsThreePercentAtFivePercentNoise) {
  const trial faster{.truth = 1.03, .noise = 0.05, .precision = 0.015};
  EXPECT_GE(faster.count("faster by", 1000), 190);
  EXPECT_EQ(faster.count("slower by", 1000), 0);
  const trial slower{.truth = 1 / 1.03, .noise = 0.05, .precision = 0.015};
  EXPECT_GE(slower.count("slower by", 2000), 190);
}

TEST(PairedRatio, FalseAlarmsAreAtMostFivePercent) {
  EXPECT_GE(trial({.truth = 1, .noise = 0.05}).count("no difference", 1), 190);
  EXPECT_GE(trial({.truth = 1, .noise = 0.005}).count("no difference", 10'001), 190);
  EXPECT_GE(trial({.truth = 1, .noise = 0.03, .precision = 0.02, .outliers = true}).count("no difference", 20'001),
            190);
}

TEST(PairedRatio, VerdictsArePlain) {
  EXPECT_EQ(verdict(1.031, interval{1.022, 1.04}), "faster by 3.1% (2.2% to 4.0%)");
  EXPECT_EQ(verdict(0.9, interval{0.85, 0.95}), "slower by 10.0% (5.0% to 15.0%)");
  EXPECT_EQ(verdict(95.2, interval{94, 96.1}), "95.2x as fast (94.0x to 96.1x)");
  EXPECT_EQ(verdict(2.345, interval{2.3, 2.4}), "2.35x as fast (2.30x to 2.40x)");
  EXPECT_EQ(verdict(1.001, interval{0.99, 1.018}), "no difference detectable below 1.8%");
  EXPECT_EQ(verdict(200, interval{0.06, 1e6}), "too few rounds to tell");
  EXPECT_EQ(verdict(1.5, std::nullopt), "one round tells nothing about chance");
}

TEST(PairedRatio, Medians) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
}

}  // namespace
}  // namespace pgpipe::app::compare
