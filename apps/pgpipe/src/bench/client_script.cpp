#include <pgpipe/protocol/frontend.hpp>

#include "bench/client.hpp"
#include "bench/log.hpp"
#include "bench/script_run.hpp"

namespace pgpipe::app::bench {

void client::run() {
  while (state_ == client_state::running) {
    if (command_ == script_->commands.size()) {
      end_transaction();
    } else {
      if (plan_->debug) [[unlikely]]
        trace(script_->commands[command_]);
      run_command(script_->commands[command_]);
    }
  }
}

// --debug: what is done next, in pgbench's words: an expression is left out.
void client::trace(const command& next) {
  if (next.kind != command_kind::sql && next.kind != command_kind::windowed_sql) {
    const std::string_view line = next.first_line;
    std::size_t shown = line.size();
    if (next.kind == command_kind::set) shown = line.find(next.target_name) + next.target_name.size();
    if (next.kind == command_kind::if_ || next.kind == command_kind::elif) shown = next.name.size() + 1;
    log::debug("client {} executing {}", id_, line.substr(0, shown));
    return;
  }
  std::string text;
  switch (plan_->mode) {
    case query_mode::simple: append_sql(next, values_, text); break;
    case query_mode::extended: text = next.parameterized; break;
    case query_mode::prepared:
      text = "P_" + std::to_string(next.statement);
      if (!prepared_.contains(next.statement)) log::debug("client {} preparing {}", id_, text);
      break;
  }
  log::debug("client {} sending {}", id_, text);
}

void client::run_command(const command& next) {
  switch (next.kind) {
    case command_kind::sql: return run_sql(next);
    case command_kind::set: return run_set(next);
    case command_kind::sleep: return run_sleep(next);
    case command_kind::if_:
    case command_kind::elif: return run_condition(next);
    case command_kind::else_:
    case command_kind::endif: return finish_command();
    case command_kind::startpipeline: return start_pipeline();
    case command_kind::syncpipeline: return sync_pipeline();
    case command_kind::endpipeline: return end_pipeline();
    case command_kind::shell:
    case command_kind::setshell: return run_shell(next);
    case command_kind::windowed_sql: return run_windowed(next);
    case command_kind::drain: return drain_window();
  }
}

void client::run_set(const command& set) {
  evaluation_.command = static_cast<int>(command_) + 1;
  if (bench::run_set(set, evaluation_)) return finish_command();
  abort_meta_command(evaluation_.error);
}

void client::run_condition(const command& condition) {
  std::uint32_t next = 0;
  evaluation_.command = static_cast<int>(command_) + 1;
  if (bench::run_condition(condition, evaluation_, next)) return finish_command(next);
  abort_meta_command(evaluation_.error);
}

void client::run_sleep(const command& sleep) {
  const result<std::chrono::microseconds> duration = sleep_duration(sleep, values_);
  if (!duration) return abort_meta_command(duration.error().text());
  asked_server_ = true;
  state_ = client_state::sleeping;
  sleep_begin_ = std::chrono::steady_clock::now();
  wake_at(sleep_begin_ + *duration);
}

void client::run_sql(const command& sql) {
  const sql_message& message = plan_->program.messages[sql.statement];
  const bool syncs = !in_pipeline_ && sql.copy == nullptr;
  unsigned steps = protocol::step_query;
  if (plan_->mode != query_mode::simple) {
    steps = protocol::step_bind | protocol::step_execute;
    if (message.describes()) steps |= protocol::step_describe_portal;
    if (syncs) steps |= protocol::step_sync;
    if (plan_->mode == query_mode::extended || !prepared_.contains(sql.statement)) {
      if (!message.append_parse(session_.output(), values_)) {
        return abort_command(command_, "a name cannot be quoted, or makes the command too long");
      }
      steps |= protocol::step_parse;
    }
  }
  query_ = 0;
  stores_rows_ = sql.rows != row_use::none;
  if (stores_rows_) {
    if (in_pipeline_ && !plan_->behaviour.allows_extras()) {
      return abort_command(command_, "\\gset and \\aset are not allowed inside a pipeline");
    }
    if (in_pipeline_) {
      pipeline_rows_.expect(command_);
    } else {
      pipeline_rows_.clear();  // of a pipeline that failed
      row_.begin();
    }
  }
  if (!message.append(session_.output(), values_, syncs)) {
    return abort_command(command_, "the values make the command too long, or cannot be quoted");
  }
  const unsigned skipped = stores_rows_ ? protocol::report_all : protocol::skip_rows | protocol::skip_descriptions;
  session_.push(steps, command_, static_cast<std::uint8_t>(skipped));
  if (sql.copy != nullptr) return await_copy();
  if (!in_pipeline_) return await_answers(1);
  finish_command();
  if (session_.output().pending_bytes() >= high_water_bytes) state_ = client_state::sending;
}

void client::await_answers(unsigned groups) {
  asked_server_ = true;
  awaited_ += groups;
  state_ = client_state::answering;
  if (plan_->debug) [[unlikely]]
    log::debug("client {} receiving", id_);
}

void client::start_pipeline() {
  if (plan_->mode == query_mode::simple) {
    return abort_command(command_, "a pipeline needs the extended query protocol: use -M extended or -M prepared");
  }
  if (in_pipeline_) return abort_command(command_, "\\startpipeline inside a pipeline");
  if (plan_->mode == query_mode::prepared && prepare_pipeline()) return;
  in_pipeline_ = true;
  stores_rows_ = false;
  pipeline_rows_.clear();
  finish_command();
}

// Parse for all commands up to the end of the pipeline that are not prepared yet, in a group of their own: the
// pipeline's transaction must not contain them, as it may have to begin with SET TRANSACTION. False when there is
// nothing to wait for.
bool client::prepare_pipeline() {
  bool asked = false;
  for (std::size_t i = command_; i != script_->commands[command_].jump; ++i) {
    const command& each = script_->commands[i];
    if (each.kind != command_kind::sql || prepared_.contains(each.statement)) continue;
    const sql_message& message = plan_->program.messages[each.statement];
    if (message.names_vary()) continue;  // parsed when it is run
    if (plan_->debug) [[unlikely]]
      log::debug("client {} preparing P_{}", id_, each.statement);
    (void)message.append_parse(session_.output(), values_);  // without names it cannot fail
    session_.push(protocol::step_parse, i);
    asked = true;
  }
  if (!asked) return false;
  session_.sync(command_);
  await_answers(1);
  state_ = client_state::preparing;
  return true;
}

void client::sync_pipeline() {
  if (!in_pipeline_) return abort_command(command_, "\\syncpipeline outside a pipeline");
  session_.sync(command_);
  ++awaited_;
  finish_command();
}

void client::end_pipeline() {
  if (!in_pipeline_) return abort_command(command_, "\\endpipeline without \\startpipeline");
  in_pipeline_ = false;
  stores_rows_ = !pipeline_rows_.empty();
  session_.sync(command_);
  await_answers(1);
  if (failed_) state_ = client_state::failing;
}

// With -r.
void client::time_command() {
  const time_point now = std::chrono::steady_clock::now();
  if (is_measured(planned_begin_)) {
    thread_->statistics.scripts[script_number_].commands[command_].latency.add(now - command_begin_);
  }
  command_begin_ = now;
}

}  // namespace pgpipe::app::bench
