#include "compare/rounds.hpp"

#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::app::compare {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

layout two_by_two() {
  return {.row_title = "row",
          .column_title = "column",
          .rows = {{.label = "a"}, {.label = "b"}},
          .columns = {{.label = "x"}, {.label = "y"}}};
}

// Every run takes a second of a clock that stands still otherwise.
struct machine {
  std::chrono::nanoseconds clock{0};
  std::vector<std::string> ran;
  std::mt19937_64 random{1};
  double noise = 0;
  int fails_at = -1;

  result<sample> run(const variant& cell) {
    if (static_cast<int>(ran.size()) == fails_at) return fail(error_category::io, "it broke");
    ran.push_back(cell.label);
    clock += 1s;
    sample taken;
    const double scatter = noise == 0 ? 0 : std::normal_distribution<double>(0, noise)(random);
    taken.tps = (cell.label[0] == 'a' ? 100 : 200) * (1 + scatter);
    return taken;
  }
  result<cells> compare(const round_limits& limits, std::vector<int>* told = nullptr) {
    return run_rounds(
        two_by_two(), [this](const variant& cell) { return run(cell); }, limits, [this] { return clock; },
        [&](int round, const cells&) {
          if (told != nullptr) told->push_back(round);
        });
  }
};

TEST(Rounds, CellsTakeTurnsInAlternatingOrder) {
  machine runs;
  std::vector<int> told;
  const auto measured = runs.compare({.rounds = 2}, &told);
  ASSERT_TRUE(measured);
  EXPECT_THAT(runs.ran, ElementsAre("a, x", "b, x", "a, y", "b, y", "b, y", "a, y", "b, x", "a, x"));
  EXPECT_THAT(told, ElementsAre(1, 2));
}

TEST(Rounds, RatiosAreToTheFirstRowOfTheColumn) {
  machine runs;
  const auto measured = runs.compare({.rounds = 3});
  ASSERT_TRUE(measured);
  EXPECT_EQ((*measured)[0][1].ratio.rounds(), 0U);
  EXPECT_EQ((*measured)[1][1].ratio.rounds(), 3U);
  EXPECT_DOUBLE_EQ((*measured)[1][1].ratio.estimate(), 2);
  EXPECT_EQ((*measured)[1][0].samples.size(), 3U);
}

TEST(Rounds, EndWhenTheIntervalIsTight) {
  machine exact;
  const auto measured = exact.compare({.precision = 0.02, .max_time = 1h});
  EXPECT_EQ((*measured)[0][0].samples.size(), 6U);  // at least so many, however tight
  machine noisy;
  noisy.noise = 0.05;
  const auto scattered = noisy.compare({.precision = 0.02, .max_time = 1h});
  const std::size_t rounds = (*scattered)[0][0].samples.size();
  EXPECT_GT(rounds, 30U);
  EXPECT_LT(rounds, 200U);
  for (const cell& each : (*scattered)[1]) EXPECT_TRUE(each.ratio.is_tight(0.02));
}

TEST(Rounds, NoRoundBeginsThatWouldEndTooLate) {
  machine runs;
  runs.noise = 0.2;
  const auto measured = runs.compare({.precision = 0.001, .max_time = 19s});
  EXPECT_EQ((*measured)[0][0].samples.size(), 4U);  // of 4 s each
  machine slow;
  EXPECT_EQ((*slow.compare({.max_time = 1s}))[0][0].samples.size(), 1U);
}

TEST(Rounds, TheFirstErrorEndsThem) {
  machine runs;
  runs.fails_at = 5;
  const auto measured = runs.compare({.rounds = 9});
  ASSERT_FALSE(measured);
  EXPECT_EQ(measured.error().text(), "it broke");
}

}  // namespace
}  // namespace pgpipe::app::compare
