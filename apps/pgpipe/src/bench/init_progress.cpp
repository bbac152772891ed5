#include "bench/init_progress.hpp"

#include <cmath>

#include <fmt/format.h>

namespace pgpipe::app::bench {
namespace {

constexpr double quiet_interval_seconds = 5;
constexpr std::int64_t verbose_interval_rows = 100'000;

// pgbench looks at the clock after each so many rows, so a table whose size is no multiple reports no end.
constexpr std::int64_t quiet_rows = 100;

}  // namespace

bool init_progress::is_due(std::int64_t rows, double elapsed_seconds) {
  if (!quiet_) return rows % verbose_interval_rows == 0;
  if (rows % quiet_rows != 0) return false;
  if (rows != total_ && elapsed_seconds < next_interval_ * quiet_interval_seconds) return false;
  next_interval_ = static_cast<int>(std::ceil(elapsed_seconds / quiet_interval_seconds));
  return true;
}

std::optional<std::string> init_progress::at(std::int64_t rows, std::chrono::nanoseconds elapsed) {
  const double seconds = std::chrono::duration<double>(elapsed).count();
  if (!is_due(rows, seconds)) return std::nullopt;
  const double remaining = static_cast<double>(total_ - rows) * seconds / static_cast<double>(rows);
  std::string text = fmt::format("{} of {} tuples ({}%){}{} done (elapsed {:.2f} s, remaining {:.2f} s)", rows, total_,
                                 rows * 100 / total_, table_.empty() ? "" : " of ", table_, seconds, remaining);
  const std::size_t length = text.size();
  if (length < shown_) text.append(shown_ - length, ' ');
  shown_ = length;
  text += terminal_ ? '\r' : '\n';
  return text;
}

std::string init_progress::clear() const {
  return terminal_ && shown_ != 0 ? std::string(shown_, ' ') + '\r' : std::string();
}

}  // namespace pgpipe::app::bench
