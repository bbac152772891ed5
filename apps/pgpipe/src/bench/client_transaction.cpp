#include <algorithm>

#include "bench/client.hpp"
#include "bench/log.hpp"
#include "bench/run_seeds.hpp"

namespace pgpipe::app::bench {

void client::begin_transaction(time_point now) {
  const program& program = plan_->program;
  script_number_ = choose_script(thread_->choice, program.weights, program.total_weight);
  script_ = &program.scripts[script_number_];
  evaluation_.script = static_cast<int>(script_number_);
  if (plan_->debug) [[unlikely]]
    log::debug("client {} executing script \"{}\"", id_, script_->label);
  if (thread_->throttle) return await_slot(now);
  start_transaction(now);
}

// Takes slots until one is worth starting for. The clock is read again from time to time, since a schedule that asks
// for more than can be done has no end of slots that are too late.
void client::await_slot(time_point now) {
  constexpr int slots_between_looks = 1000;
  for (int skipped = 0;;) {
    planned_begin_ = thread_->throttle->take();
    if (!misses_limit(now)) break;
    skip_slot(now);
    if (state_ == client_state::finished) return;
    if (++skipped % slots_between_looks == 0) now = std::chrono::steady_clock::now();
    if (ends(now)) return finish();
  }
  if (planned_begin_ > thread_->deadline) return finish();
  if (planned_begin_ > now) {
    state_ = client_state::throttled;
    return wake_at(planned_begin_);
  }
  if (is_measured(planned_begin_)) {
    open_loop_statistics& waited = thread_->statistics.open_loop;
    ++waited.late_starts;
    waited.most_waiting = std::max(waited.most_waiting, thread_->throttle->backlog(now) + 1);
  }
  on_slot(now);
}

// Even an answer that came at once would be later than -L allows.
bool client::misses_limit(time_point now) const {
  return plan_->retry.latency_limit && planned_begin_ < now - *plan_->retry.latency_limit;
}

void client::skip_slot(time_point now) {
  if (!is_measured(planned_begin_)) return;
  note_series(now);
  ++thread_->statistics.scripts[script_number_].transactions.skipped;
  thread_->counters->add_skipped();
  tries_ = 1;
  ++transactions_;
  if (thread_->log) (void)write_log({.ended = logged_transaction::outcome::skipped}, now);
}

void client::on_slot(time_point now) {
  if (now < thread_->deadline) return start_transaction(now);
  ++thread_->statistics.open_loop.dropped;
  finish();
}

void client::start_transaction(time_point now) {
  if (plan_->reconnect) return connect();
  start_script(now);
}

void client::start_script(time_point now) {
  command_ = 0;
  asked_server_ = false;
  (thread_->throttle ? actual_begin_ : planned_begin_) = now;
  command_begin_ = now;
  thought_ = std::chrono::nanoseconds(0);
  if (plan_->retry.max_tries != 1) {
    random_at_begin_ = random_;
    tries_ = 1;
  }
  state_ = client_state::running;
}

void client::end_transaction() {
  if (in_pipeline_) return abort_command(command_, "the script ended inside a pipeline: \\endpipeline is missing");
  if (session_.status() != protocol::transaction_status::idle) {
    return abort_command(command_, "the script ended inside a transaction block");
  }
  const time_point now = plan_->report_per_command ? command_begin_ : std::chrono::steady_clock::now();
  if (is_measured(planned_begin_) && !count_processed(now)) return;
  next_transaction(now);
}

// False when it cannot be logged, which aborts the client.
bool client::count_processed(time_point now) {
  const std::chrono::nanoseconds latency = now - planned_begin_ - thought_;
  if (plan_->counts_more_than_latency) [[unlikely]]
    count_more(now, latency);
  thread_->statistics.scripts[script_number_].transactions.add_processed(latency);
  thread_->counters->add_processed(latency);
  ++transactions_;
  return !thread_->log || write_log({.latency = latency}, now);
}

// Before the latency is counted, which belongs to the interval that `now` is in.
void client::count_more(time_point now, std::chrono::nanoseconds latency) {
  note_series(now);
  transaction_statistics& counted = thread_->statistics.scripts[script_number_].transactions;
  count_tries();
  if (plan_->retry.latency_limit && latency > *plan_->retry.latency_limit) ++counted.late;
  if (!thread_->throttle) return;
  counted.lag.add(actual_begin_ - planned_begin_);
  thread_->counters->add_lag(actual_begin_ - planned_begin_);
  thread_->statistics.open_loop.service.add(now - actual_begin_ - thought_);
}

void client::count_tries() {
  if (tries_ == 1) return;
  transaction_statistics& counted = thread_->statistics.scripts[script_number_].transactions;
  ++counted.retried;
  counted.retries += tries_ - 1;
  thread_->counters->add_retries(tries_ - 1);
}

// After a transaction that was processed or has failed.
void client::next_transaction(time_point now) {
  if (ends(now)) return finish();
  if (plan_->reconnect) {
    disconnect();
  } else if (!asked_server_) {
    state_ = client_state::yielding;
    thread_->yielded.push_back(this);
    return;
  }
  begin_transaction(now);
}

bool client::ends(time_point now) const { return now >= thread_->deadline || transactions_ == plan_->transactions; }

// Completes the line with what every transaction has. False when it cannot be written, which aborts the client.
bool client::write_log(logged_transaction line, time_point now) {
  line.client = id_;
  line.number = transactions_;
  line.script = static_cast<int>(script_number_);
  line.end = thread_->to_system_time(now);
  line.tells_why = plan_->failures_detailed;
  if (thread_->throttle) {
    const bool processed = line.ended == logged_transaction::outcome::processed;
    line.lag = processed ? actual_begin_ - planned_begin_ : std::chrono::nanoseconds(0);
  }
  if (plan_->retry.max_tries != 1) line.retries = tries_ - 1;
  const auto written = thread_->log->write(line);
  if (!written) abort_command(command_, written.error().text());
  return written.has_value();
}

}  // namespace pgpipe::app::bench
