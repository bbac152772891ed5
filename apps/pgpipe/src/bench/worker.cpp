#include "bench/worker.hpp"

#include <algorithm>

#include "bench/log.hpp"

namespace pgpipe::app::bench {
namespace {

// How soon a worker that is connecting notices that another one has failed.
constexpr std::chrono::milliseconds give_up_check{50};

}  // namespace

void worker::run(run_board& board) {
  if (!connect(board)) {
    board.give_up();
  } else if (const auto start = board.connected()) {
    run_clients(*start);
  }
  board.finished();
}

// False when a client cannot be connected, whose reason has been told, or when another worker has given up.
bool worker::connect(const run_board& board) {
  context_->unfinished = static_cast<int>(clients_.size());
  if (context_->plan->reconnect) return true;
  context_->connecting = static_cast<int>(clients_.size());
  for (const auto& each : clients_) {
    each->connect();
    if (context_->connect_failed) return false;
  }
  while (context_->connecting != 0) {
    serve_once(std::chrono::steady_clock::now() + give_up_check);
    if (context_->connect_failed || board.is_given_up()) return false;
  }
  return true;
}

void worker::run_clients(std::chrono::steady_clock::time_point start) {
  context_->measuring = true;
  const run_plan& plan = *context_->plan;
  context_->measured_from = start + plan.warm_up;
  if (plan.duration) context_->deadline = context_->measured_from + *plan.duration;
  if (plan.log_intervals && context_->log) {
    context_->log->begin_intervals(*plan.log_intervals, context_->to_system_time(context_->measured_from));
  }
  for (const auto& each : clients_) each->begin(std::chrono::steady_clock::now());
  while (context_->unfinished != 0) {
    if (client* const sole = sole_receiver()) {
      sole->receive_blocking();
    } else {
      serve_once(net::no_deadline);
    }
  }
  end_ = std::chrono::steady_clock::now();
  if (!context_->log) return;
  if (auto done = context_->log->finish(context_->to_system_time(end_)); !done) log::error("{}", done.error().text());
}

void worker::serve_once(net::deadline until) {
  if (!context_->timers.empty()) until = std::min(until, context_->timers.next().at);
  const auto ready =
      context_->yielded.empty() ? context_->loop.wait_until(until) : context_->loop.wait(std::chrono::nanoseconds(0));
  for (const net::ready_event& each : ready) static_cast<client*>(each.user())->on_ready(each);
  run_timers();
  run_yielded();
}

// When all that is left to do is to wait for one client's server, a blocking read saves the question whether there is
// something to read.
client* worker::sole_receiver() {
  if (context_->unfinished != 1 || !context_->yielded.empty() || !context_->timers.empty()) return nullptr;
  if (last_ == nullptr) {
    const auto left = std::find_if(clients_.begin(), clients_.end(),
                                   [](const auto& each) { return each->state() != client_state::finished; });
    last_ = left->get();
  }
  return last_->is_receiving() ? last_ : nullptr;
}

void worker::run_timers() {
  if (context_->timers.empty()) return;
  const auto now = std::chrono::steady_clock::now();
  while (!context_->timers.empty() && context_->timers.next().at <= now) {
    const timer_queue::entry due = context_->timers.pop();
    if (due.waiting->wakes_at() == due.at) due.waiting->on_time();
  }
}

void worker::run_yielded() {
  if (context_->yielded.empty()) return;
  turns_.swap(context_->yielded);
  const auto now = std::chrono::steady_clock::now();
  for (client* const each : turns_) each->on_turn(now);
  turns_.clear();
}

bool worker::was_aborted() const {
  return std::any_of(clients_.begin(), clients_.end(), [](const auto& each) { return each->was_aborted(); });
}

}  // namespace pgpipe::app::bench
