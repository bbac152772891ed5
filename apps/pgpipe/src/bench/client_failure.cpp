#include <pgpipe/protocol/error_response.hpp>
#include <pgpipe/protocol/frontend.hpp>

#include "bench/client.hpp"
#include "bench/log.hpp"
#include "bench/script_run.hpp"
#include "bench/server_text.hpp"

namespace pgpipe::app::bench {

// Of several errors, which only a pipeline of several groups has, the first decides.
void client::on_error(std::size_t command, std::span<const std::byte> body) {
  if (state_ == client_state::rolling_back) {
    return abort_command(command, "rolling back after an error failed: " + show_message(body));
  }
  if (failed_) return;
  std::string query;
  const bench::command& asked = script_->commands[command];
  if (plan_->mode == query_mode::simple) {
    append_sql(asked, values_, query);
  } else {
    query = asked.parameterized;
  }
  const std::string text = show_message(body, query);
  server_message message;
  const bool decoded = protocol::decode(body, message);
  const auto kind = survivable_failure(message.sqlstate, plan_->continue_on_error);
  if (!decoded || message.ends_session() || !kind) {
    if (decoded && is_measured(planned_begin_)) ++thread_->statistics.sqlstates[message.sqlstate];
    return abort_command(command, text);
  }
  failed_ = {*kind, command, message.sqlstate, plan_->verbose_errors ? text : std::string()};
  stores_rows_ = false;
  if (state_ == client_state::sliding) on_room();
  if (state_ == client_state::answering || state_ == client_state::preparing) state_ = client_state::failing;
}

// All that was asked has been answered. pgbench reads the answers of a pipeline at its end, and so takes any error in
// it for that command's.
void client::on_failed() {
  if (plan_->window.depth != 0) prepared_ = parsed_;
  if (!plan_->behaviour.allows_extras()) failed_->command = command_;
  if (plan_->verbose_errors) {
    log::info("client {} got an error in command {} (SQL) of script {}; {}", id_, failed_->command, script_number_,
              failed_->text);
  }
  if (session_.status() == protocol::transaction_status::idle) return on_rolled_back();
  (void)protocol::query(session_.output(), "ROLLBACK");
  session_.push(protocol::step_query, failed_->command, protocol::skip_rows | protocol::skip_descriptions);
  await_answers(1);
  state_ = client_state::rolling_back;
}

void client::on_rolled_back() {
  const time_point now = std::chrono::steady_clock::now();
  if (now >= thread_->deadline && !plan_->behaviour.allows_extras()) return finish();  // pgbench forgets it
  const std::chrono::nanoseconds elapsed = now - planned_begin_;
  const bool repeats = now < thread_->deadline && plan_->retry.allows(failed_->kind, tries_, elapsed);
  if (plan_->verbose_errors) {
    log::info("client {} {} ({})", id_,
              repeats ? "repeats the transaction after the error" : "ends the failed transaction",
              plan_->retry.describe(tries_, elapsed));
  }
  if (repeats) {
    repeat_transaction(now);
  } else {
    fail_transaction(now);
  }
}

// The same transaction from its first command, with the same random numbers. Variables keep their values.
void client::repeat_transaction(time_point now) {
  if (is_measured(planned_begin_)) {
    ++thread_->statistics.scripts[script_number_].commands[failed_->command].retries;
  }
  failed_.reset();
  ++tries_;
  random_ = random_at_begin_;
  command_ = 0;
  command_begin_ = now;
  state_ = client_state::running;
}

void client::fail_transaction(time_point now) {
  if (is_measured(planned_begin_) && !count_failed(now)) return;
  failed_.reset();
  next_transaction(now);
}

// False when it cannot be logged, which aborts the client.
bool client::count_failed(time_point now) {
  script_statistics& counted = thread_->statistics.scripts[script_number_];
  const failure kind = failed_->kind;
  note_series(now);
  ++counted.commands[failed_->command].failures;
  counted.transactions.add_failed(kind);
  ++thread_->statistics.sqlstates[failed_->sqlstate];
  thread_->counters->add_failed();
  count_tries();
  ++transactions_;
  return !thread_->log || write_log({.ended = logged_transaction::outcome::failed, .why = kind}, now);
}

}  // namespace pgpipe::app::bench
