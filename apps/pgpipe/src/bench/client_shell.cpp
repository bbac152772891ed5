#include "bench/client.hpp"
#include "bench/script_run.hpp"

namespace pgpipe::app::bench {

// \shell and \setshell. The loop watches the shell in the place of the server, so that only this client waits; what the
// server says meanwhile is read afterwards.
void client::run_shell(const command& shell) {
  auto line = shell_line(shell, values_);
  if (!line) return abort_meta_command(line.error().text());
  if (!plan_->behaviour.allows_extras() && line->size() > longest_shell_line) {
    return abort_meta_command("the shell command is too long");
  }
  flush();
  auto started = shell_program::start(*line, shell.kind == command_kind::setshell);
  if (!started) return abort_meta_command(started.error().text());
  shell_.emplace(*std::move(started));
  asked_server_ = true;
  unwatch();
  state_ = client_state::shelling;
  watch_shell();
}

void client::watch_shell() {
  if (shell_->fd() >= 0) return watch(shell_->fd(), net::interest::readable);
  continue_shell();
}

void client::on_shell_ready() {
  continue_shell();
  if (state_ == client_state::shelling || !held_) return proceed();
  const net::transfer got = *held_;
  held_.reset();
  on_received(got);
}

void client::continue_shell() {
  unwatch();  // before the descriptor may be closed
  if (!shell_->advance()) return watch_shell();
  if (ring_ == nullptr) watch(stream_.fd(), output_blocked_ ? net::interest::both : net::interest::readable);
  if (state_ == client_state::finished) return;
  const shell_program ended = *std::move(shell_);
  shell_.reset();
  if (const result<void> used = use_shell(ended); !used) return abort_meta_command(used.error().text());
  finish_command();
  state_ = client_state::running;
}

result<void> client::use_shell(const shell_program& ended) {
  const command& shell = script_->commands[command_];
  if (shell.kind == command_kind::shell) {
    if (ended.succeeded()) return {};
    return fail(error_category::usage, "the shell command failed");
  }
  const result<std::int64_t> number = ended.integer(plan_->behaviour);
  if (!number) return fail(number.error());
  if (shell.target == no_variable) {
    return fail(error_category::usage, "invalid variable name: \"" + shell.target_name + "\"");
  }
  values_.set(shell.target, value::make(*number));
  return {};
}

}  // namespace pgpipe::app::bench
