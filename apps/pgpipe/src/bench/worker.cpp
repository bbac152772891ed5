#include "bench/worker.hpp"

#include <algorithm>
#include <ctime>

#include <sys/socket.h>

#include "bench/log.hpp"

namespace pgpipe::app::bench {
namespace {

// How soon a worker that is connecting notices that another one has failed.
constexpr std::chrono::milliseconds give_up_check{50};

// Of the calling thread.
std::chrono::nanoseconds cpu_time() {
  timespec spent{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

// How many slots nobody took are counted one by one when the run is over: some ten milliseconds' work.
constexpr int most_slots_counted = 500'000;

// The state of so few stays in the cache between two transactions; that of more is asked for ahead of time, which saved
// 40% of the user time with 200 clients and cost 10% of it with 16.
constexpr std::size_t cached_clients = 32;

}  // namespace

void worker::run(run_board& board, stop_request& stop) {
  if (const auto begun = context_->loop.begin(); !begun) {
    log::error("{}", begun.error().text());
    board.give_up();
  } else if (!connect(board)) {
    stop_clients();
    board.give_up();
  } else if (const auto start = board.connected()) {
    begin_run(*start, stop);
    for (const auto& each : clients_) each->begin(std::chrono::steady_clock::now());
    std::optional<cost_meter> meter;
    if (context_->plan->measures_costs) {
      warm_up(stop);
      context_->calls = {};
      meter.emplace();
    }
    const auto began = cpu_time();
    run_clients(stop);
    if (meter) costs_ = meter->read();
    costs_.calls = context_->calls;
    end_run();
    busy_share_ = std::chrono::duration<double>(cpu_time() - began) / std::chrono::duration<double>(end_ - *start);
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

void worker::begin_run(std::chrono::steady_clock::time_point start, stop_request& stop) {
  const run_plan& plan = *context_->plan;
  context_->measuring = true;
  context_->stop = &stop;
  context_->measured_from = start + plan.warm_up;
  if (plan.duration) context_->deadline = context_->measured_from + *plan.duration;
  if (plan.log_intervals && context_->log) {
    context_->log->begin_intervals(*plan.log_intervals, context_->to_system_time(context_->measured_from));
  }
  if (plan.keeps_series) context_->series.emplace(context_->measured_from, plan.program.scripts.size());
  if (context_->throttle) context_->throttle->start(start);
  // Without a client: serve_once() passes it over, and run_clients() asks for the reason.
  if (auto watched = context_->loop.add(stop.fd(), net::interest::readable, nullptr); !watched) {
    log::error("{}", watched.error().text());
  }
}

// Until what is measured begins.
void worker::warm_up(const stop_request& stop) {
  while (context_->unfinished != 0 && !stop.is_requested() &&
         std::chrono::steady_clock::now() < context_->measured_from) {
    serve_once(context_->measured_from);
  }
}

void worker::run_clients(const stop_request& stop) {
  while (context_->unfinished != 0 && !stop.is_requested()) {
    if (client* const sole = sole_receiver()) {
      receive_blocking(*sole, stop);
    } else {
      serve_once(net::no_deadline);
    }
  }
}

void worker::end_run() {
  end_ = std::chrono::steady_clock::now();
  if (context_->throttle && context_->plan->duration) {
    const auto left = context_->throttle->backlog(std::min(end_, context_->deadline), most_slots_counted);
    context_->statistics.open_loop.dropped += left;
  }
  stop_clients();
  if (context_->series) context_->series->finish(context_->statistics.scripts);
  if (!context_->log) return;
  if (auto done = context_->log->finish(context_->to_system_time(end_)); !done) log::error("{}", done.error().text());
}

// Whatever is in flight for them is over afterwards.
void worker::stop_clients() {
  for (const auto& each : clients_) each->stop();
}

// What a read that was interrupted brings is the interruption, not the server's close.
void worker::receive_blocking(client& sole, const stop_request& stop) {
  net::transfer got = net::transfer::stopped(net::transfer_status::would_block);
  if (context_->plan->busy_poll.count() != 0) got = spin_on(sole, stop);
  if (got.status == net::transfer_status::would_block) {
    blocked_on_.store(sole.fd(), std::memory_order_relaxed);
    got = sole.receive_blocking();
    blocked_on_.store(-1, std::memory_order_relaxed);
    ++context_->calls.receives;
  }
  if (!stop.is_requested()) sole.on_received(got);
}

// --busy-poll: asks again and again, but not for ever.
net::transfer worker::spin_on(client& sole, const stop_request& stop) {
  const auto until = std::chrono::steady_clock::now() + context_->plan->busy_poll;
  for (;;) {
    const net::transfer got = sole.receive_waiting();
    ++context_->calls.receives;
    if (got.status != net::transfer_status::would_block) return got;
    if (stop.is_requested() || std::chrono::steady_clock::now() >= until) return got;
  }
}

// The read may not have begun yet, or this may come too late and meet another socket of the run, all of which are about
// to be closed.
void worker::interrupt() const {
  const int fd = blocked_on_.load(std::memory_order_relaxed);
  if (fd >= 0) ::shutdown(fd, SHUT_RD);
}

void worker::serve_once(net::deadline until) {
  if (!context_->timers.empty()) until = std::min(until, context_->timers.next().at);
  if (uring::loop* const ring = context_->loop.ring()) {
    serve_ring(*ring, until);
  } else {
    serve_ready(until);
  }
  run_timers();
  run_yielded();
}

std::span<const net::ready_event> worker::wait(net::deadline until) {
  using namespace std::chrono;
  event_loop& loop = context_->loop;
  ++context_->calls.waits;
  if (!context_->yielded.empty()) return loop.wait(nanoseconds(0));
  if (const microseconds spin = context_->plan->busy_poll; spin.count() != 0) {
    for (const auto end = std::min(until, steady_clock::now() + spin); steady_clock::now() < end;) {
      if (const auto ready = loop.wait(nanoseconds(0)); !ready.empty()) return ready;
      ++context_->calls.waits;
    }
  }
  return loop.wait(until == net::no_deadline ? nanoseconds(-1) : net::remaining(until));
}

void worker::serve_ready(net::deadline until) {
  const auto ready = wait(until);
  const auto client_of = [&](std::size_t i) {
    return i < ready.size() ? static_cast<client*>(ready[i].user()) : nullptr;
  };
  const bool prefetches = clients_.size() > cached_clients;
  for (std::size_t i = 0; i != ready.size(); ++i) {
    // While one client is served, the state of the next ones comes into the cache.
    if (const client* const second = prefetches ? client_of(i + 2) : nullptr) second->prefetch();
    if (const client* const next = prefetches ? client_of(i + 1) : nullptr) next->prefetch_variables();
    if (client* const ready_one = client_of(i)) ready_one->on_ready(ready[i].ready());
  }
}

void worker::serve_ring(uring::loop& ring, net::deadline until) {
  if (!context_->yielded.empty()) until = net::deadline::min();
  ring.wait_until(until, context_->plan->busy_poll);
  const bool prefetches = clients_.size() > cached_clients;
  uring::completion done;
  while (ring.next(done)) {
    if (prefetches) {
      if (const void* const second = ring.upcoming(1)) static_cast<const client*>(second)->prefetch();
      if (const void* const next = ring.upcoming(0)) static_cast<const client*>(next)->prefetch_variables();
    }
    if (done.user != nullptr) static_cast<client*>(done.user)->on_completion(done);
  }
  context_->calls.waits += ring.take_calls();
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
