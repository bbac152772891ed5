#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>

namespace pgpipe::app::bench {

// Where the workers of a run and the thread that started them meet: all begin together, once all are connected, and the
// starter learns when all are done. Nothing here is touched while transactions run.
class run_board {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  explicit run_board(std::size_t workers) : workers_(workers) {}

  // --- for workers --------------------------------------------------------------------------------------------------

  // This worker's clients are connected. Waits for the others; the common start, or nothing when the run is given up.
  [[nodiscard]] std::optional<time_point> connected();
  // The run cannot begin.
  void give_up();
  [[nodiscard]] bool is_given_up() const { return given_up_.load(std::memory_order_relaxed); }
  // The worker's last act.
  void finished();

  // --- for the starter ----------------------------------------------------------------------------------------------

  // Waits until all are connected, and starts them. Nothing when the run is given up.
  [[nodiscard]] std::optional<time_point> start();
  // True when all are finished, false when it is `until` before that.
  [[nodiscard]] bool wait_finished(time_point until);

  [[nodiscard]] bool is_finished();

 private:
  const std::size_t workers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t connected_ = 0;
  std::size_t finished_ = 0;
  std::optional<time_point> start_;
  std::atomic<bool> given_up_{false};
};

}  // namespace pgpipe::app::bench
