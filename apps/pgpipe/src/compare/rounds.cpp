#include "compare/rounds.hpp"

namespace pgpipe::app::compare {
namespace {

// Fewer say next to nothing about their own scatter, so that a narrow interval may be luck.
constexpr int least_rounds = 6;

cells empty_cells(const layout& what) {
  cells made;
  for (const variant& row : what.rows) {
    std::vector<cell>& line = made.emplace_back();
    for (const variant& column : what.columns) line.push_back({combine(row, column).label, {}, {}});
  }
  return made;
}

result<void> run_round(const layout& what, const run_cell& run, bool backwards, cells& measured) {
  const std::size_t count = what.rows.size() * what.columns.size();
  for (std::size_t i = 0; i != count; ++i) {
    const std::size_t place = backwards ? count - 1 - i : i;
    const std::size_t row = place % what.rows.size();
    const std::size_t column = place / what.rows.size();
    auto taken = run(combine(what.rows[row], what.columns[column]));
    if (!taken) return fail(taken.error());
    measured[row][column].samples.push_back(*std::move(taken));
  }
  for (std::size_t row = 1; row < what.rows.size(); ++row) {
    for (std::size_t column = 0; column != what.columns.size(); ++column) {
      measured[row][column].ratio.add(measured[0][column].samples.back().tps, measured[row][column].samples.back().tps);
    }
  }
  return {};
}

bool are_tight(const cells& measured, double precision) {
  for (std::size_t row = 1; row < measured.size(); ++row) {
    for (const cell& each : measured[row]) {
      if (!each.ratio.is_tight(precision)) return false;
    }
  }
  return true;
}

}  // namespace

result<cells> run_rounds(const layout& what, const run_cell& run, const round_limits& limits,
                         const std::function<std::chrono::nanoseconds()>& now,
                         const std::function<void(int, const cells&)>& on_round) {
  cells measured = empty_cells(what);
  const auto begin = now();
  for (int round = 1;; ++round) {
    const auto round_begin = now();
    if (auto done = run_round(what, run, round % 2 == 0, measured); !done) return fail(done.error());
    on_round(round, measured);
    if (limits.rounds != 0) {
      if (round == limits.rounds) return measured;
      continue;
    }
    if (round >= least_rounds && are_tight(measured, limits.precision)) return measured;
    if (now() - begin + (now() - round_begin) > limits.max_time) return measured;
  }
}

}  // namespace pgpipe::app::compare
