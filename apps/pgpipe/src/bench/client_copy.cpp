#include <pgpipe/protocol/frontend.hpp>

#include "bench/client.hpp"
#include "bench/copy_source.hpp"

namespace pgpipe::app::bench {

// What COPY ... FROM STDIN asked for was written, without a Sync.
void client::await_copy() {
  if (in_pipeline_) return abort_command(command_, "COPY ... FROM STDIN is not allowed inside a pipeline");
  if (plan_->mode != query_mode::simple) {
    owes_sync_ = true;
    session_.flush();
  }
  await_answers(1);
}

void client::on_copy_in(std::size_t command) {
  if (!plan_->behaviour.allows_extras()) return abort_command(command, "pgbench does not support COPY");
  if (script_->commands[command].copy == nullptr || state_ != client_state::answering) {
    return abort_command(command, "COPY ... FROM STDIN must be a command of its own, outside pipelines, with its data");
  }
  copied_bytes_ = 0;
  state_ = client_state::copying;
}

void client::on_copy_out(std::size_t command) {
  if (!plan_->behaviour.allows_extras()) abort_command(command, "pgbench does not support COPY");
}

// As much of the data as may be queued at once.
void client::send_copy() {
  const copy_source& source = *script_->commands[command_].copy;
  while (session_.output().pending_bytes() < high_water_bytes) {
    const result<std::size_t> size = source.append(session_.output(), copied_bytes_);
    if (!size) return abort_command(command_, size.error().text());
    copied_bytes_ += *size;
    if (*size == 0) {
      protocol::copy_done(session_.output());
      session_.extend_last();
      return end_copy();
    }
  }
  session_.extend_last();
}

// All was sent, or an error makes the rest pointless. The Sync of the extended protocol comes only now: before the
// data's end the server would swallow it.
void client::end_copy() {
  if (state_ == client_state::copying) state_ = client_state::answering;
  if (!owes_sync_) return;
  owes_sync_ = false;
  session_.sync(command_);
}

}  // namespace pgpipe::app::bench
