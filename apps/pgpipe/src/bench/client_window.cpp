#include <utility>

#include "bench/client.hpp"

namespace pgpipe::app::bench {

// Sends it, and goes on without its answer while there is room.
void client::run_windowed(const command& sql) {
  if (fails_in_window()) return;
  run_sql(sql);
  if (state_ != client_state::answering) return;
  // The same statement may follow before the server has confirmed this Parse.
  if (plan_->mode == query_mode::prepared && !plan_->program.messages[sql.statement].names_vary()) {
    prepared_.insert(sql.statement);
  }
  finish_command();
  state_ = client_state::running;
  if (awaited_ >= static_cast<unsigned>(plan_->window.depth)) return await_room();
  if (session_.output().pending_bytes() >= high_water_bytes) state_ = client_state::sending;
}

// The count of awaited answers is lowered by those that need not come, so that it gets to 0 when there is room: the
// loop over events then asks no question that it would not ask without a window.
void client::await_room() {
  stay_ = plan_->window.blocks ? 0 : static_cast<unsigned>(plan_->window.depth) - 1;
  awaited_ -= stay_;
  state_ = client_state::sliding;
}

void client::on_room() {
  awaited_ += std::exchange(stay_, 0U);
  state_ = failed_ ? client_state::failing : client_state::running;
}

void client::drain_window() {
  if (fails_in_window()) return;
  if (awaited_ == 0) return finish_command();
  await_answers(0);
}

// After an error nothing more of the transaction is sent; what is in flight is waited for.
bool client::fails_in_window() {
  if (!failed_) return false;
  state_ = client_state::failing;
  if (awaited_ == 0) on_failed();
  return true;
}

}  // namespace pgpipe::app::bench
