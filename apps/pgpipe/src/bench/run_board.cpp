#include "bench/run_board.hpp"

namespace pgpipe::app::bench {

std::optional<run_board::time_point> run_board::connected() {
  std::unique_lock lock(mutex_);
  ++connected_;
  changed_.notify_all();
  changed_.wait(lock, [this] { return start_ || is_given_up(); });
  return start_;
}

void run_board::give_up() {
  const std::lock_guard lock(mutex_);
  given_up_ = true;
  changed_.notify_all();
}

void run_board::finished() {
  const std::lock_guard lock(mutex_);
  ++finished_;
  changed_.notify_all();
}

std::optional<run_board::time_point> run_board::start() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return connected_ == workers_ || is_given_up(); });
  if (is_given_up()) return std::nullopt;
  start_ = std::chrono::steady_clock::now();
  changed_.notify_all();
  return start_;
}

bool run_board::is_finished() {
  const std::lock_guard lock(mutex_);
  return finished_ == workers_;
}

bool run_board::wait_finished(time_point until) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, until, [this] { return finished_ == workers_; });
}

}  // namespace pgpipe::app::bench
