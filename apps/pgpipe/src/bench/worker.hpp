#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "bench/client.hpp"
#include "bench/run_board.hpp"
#include "bench/run_costs.hpp"
#include "bench/stop_request.hpp"
#include "bench/thread_context.hpp"

namespace pgpipe::app::bench {

// One thread of the run and the clients that it serves: they are all connected first, then wait for those of the other
// workers, then run their scripts until each is finished or the run is stopped.
class worker {
 public:
  explicit worker(std::unique_ptr<thread_context> context) : context_(std::move(context)) {}

  void add_client(int id, random_state random, variables values) {
    clients_.push_back(std::make_unique<client>(id, *context_, random, std::move(values)));
  }

  // The whole life of the thread.
  void run(run_board& board, stop_request& stop);

  // For another thread, again and again once a stop was requested: ends a read that blocks.
  void interrupt() const;

  // After run().
  [[nodiscard]] const thread_statistics& statistics() const { return context_->statistics; }
  [[nodiscard]] std::chrono::steady_clock::time_point end() const { return end_; }
  [[nodiscard]] bool was_aborted() const;
  [[nodiscard]] int number() const { return context_->number; }
  // With run_plan::measures_costs.
  [[nodiscard]] const run_costs& costs() const { return costs_; }
  // With run_plan::keeps_series.
  [[nodiscard]] const std::vector<series_point>& series() const { return context_->series->points(); }
  // How much of the run's time, from 0 to 1, the thread was using a processor.
  [[nodiscard]] double busy_share() const { return busy_share_; }

 private:
  [[nodiscard]] bool connect(const run_board& board);
  void begin_run(std::chrono::steady_clock::time_point start, stop_request& stop);
  void warm_up(const stop_request& stop);
  void run_clients(const stop_request& stop);
  void end_run();
  void stop_clients();
  void receive_blocking(client& sole, const stop_request& stop);
  [[nodiscard]] net::transfer spin_on(client& sole, const stop_request& stop);
  void serve_once(net::deadline until);
  void serve_ready(net::deadline until);
  [[nodiscard]] std::span<const net::ready_event> wait(net::deadline until);
  void serve_ring(uring::loop& ring, net::deadline until);
  [[nodiscard]] client* sole_receiver();
  void run_timers();
  void run_yielded();

  std::unique_ptr<thread_context> context_;
  std::vector<std::unique_ptr<client>> clients_;
  std::vector<client*> turns_;
  std::chrono::steady_clock::time_point end_{};
  double busy_share_ = 0;
  run_costs costs_;
  client* last_ = nullptr;  // the only client that is not finished, once there is only one
  std::atomic<int> blocked_on_{-1};
};

}  // namespace pgpipe::app::bench
