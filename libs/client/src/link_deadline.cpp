#include <chrono>
#include <utility>
#include <vector>

#include <pgpipe/protocol/frontend.hpp>

#include "deadline_error.hpp"
#include "link.hpp"

// What a deadline does: it drops what was not written, and abandons what was, whose answers are still counted when they
// come. The connection stays as usable as before.
namespace pgpipe::detail {

// turn() while there is a deadline. A server that never pauses must not outrun it, so the clock is read each time.
bool link::turn_until() {
  if (std::chrono::steady_clock::now() >= until_) {
    expire();
    return true;
  }
  send_some();
  if ((session_->output().pending_bytes() != 0 || stream_.has_unsent()) && !output_broken_) {
    wait_both_ways();
  } else {
    receive_some(true);
  }
  return true;
}

void link::expire() {
  // In the middle of its data: what of it was written is ended first, so that the group's end may follow.
  if (std::exchange(open_copy_, 0) != 0 || std::exchange(copy_in_ready, nullptr) != nullptr) {
    std::ignore = protocol::copy_fail(session_->output(), "the deadline passed");
    session_->end_copy();
  }
  std::vector<std::uint64_t> dropped;
  session_->drop_unsent(dropped);
  for (const statement_id each : dropped) {
    finish_dropped(each);
    if (mode_ == pooler_mode::simple) finish_dropped(each - 1);  // the statement whose group that was
  }
  flushed_at_ = no_flush;
  // Which statement runs cannot be known, as answers are buffered: so only while there is one group that it can be of.
  // Nothing goes out before the cancel has been dealt with, as it would be hit in its place.
  const bool abandoned = abandon_pending();
  unsettled_ = unsettled_ || (abandoned && mode_ != pooler_mode::session);
  if (abandoned && cancel_timeout_ != cancel_timeout_.zero() && session_->one_group_outstanding())
    std::ignore = cancel_token_.cancel(cancel_timeout_);
  send_some();  // the end of a group that was cut
}

void link::finish_dropped(statement_id id) {
  statement_result* const to = results_.find(id);
  if (to == nullptr || !result_builder(*to).is_pending()) return;
  error why = deadline_passed();
  why.set_safety(retry_safety::safe);
  result_builder builder(*to);
  builder.finish(group_outcome::unknown);
  if (to->is_group()) {
    builder.set_failure(std::move(why));
  } else {
    stored_bytes_ -= builder.finish(statement_outcome::not_sent, std::move(why));
  }
}

// False when every result was known.
bool link::abandon_pending() {
  bool any = false;
  for (statement_id each = results_.first_id(); each != results_.next_id(); ++each) {
    statement_result& to = *results_.find(each);
    result_builder builder(to);
    if (!builder.is_pending()) continue;
    any = true;
    builder.finish(group_outcome::unknown);
    if (to.is_group()) {
      builder.set_failure(deadline_passed());
    } else if (to.outcome() == statement_outcome::pending) {
      stored_bytes_ -= builder.finish(statement_outcome::unknown, deadline_passed());
    }
  }
  abandoned_up_to_ = results_.next_id() - 1;
  detour_ = true;
  if (simple_results_ != nullptr) stored_bytes_ = 0;
  simple_results_ = nullptr;
  return any;
}

}  // namespace pgpipe::detail
