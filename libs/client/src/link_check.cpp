#include <tuple>

#include "link.hpp"

namespace pgpipe::detail {

result<void> link::check(net::deadline until) {
  // A pooler that knows simple Queries only may not know Sync.
  const result<statement_id> pushed =
      mode_ == pooler_mode::simple ? push_cached("", {}, result_kind::lone_statement) : push_sync();
  while (pushed && result_builder(results_.front()).is_pending() && open_) {
    if (take_event()) {
      while (session_->failure() && take_event()) {
      }
      continue;
    }
    send_some();
    const bool unsent = (session_->output().pending_bytes() != 0 || stream_.has_unsent()) && !output_broken_;
    const net::wait_outcome outcome = stream_.wait(unsent ? net::interest::both : net::interest::readable, until);
    if (outcome.timed_out()) {
      close();
      return fail(error_category::timeout, "the server did not answer in time: the connection is closed");
    }
    if (net::includes(outcome.ready, net::interest::readable)) receive_some(false);
  }
  const auto finished = finish_lone(pushed);
  if (watch_) watch_->restart();  // its group is no batch
  if (!finished) return fail(finished.error());
  return {};
}

// Reads before it waits: of a TLS record that was larger than the room there was, no poll can see the rest.
result<bool> link::wait_for_notification(net::deadline until) {
  const std::uint64_t before = notifications_;
  for (;;) {
    const std::size_t had = session_->input().readable().size();
    receive_some(false);
    const bool moved = session_->input().readable().size() != had;
    while (take_event()) {
    }
    if (notifications_ != before) return true;
    if (!open_) return fail(end_reason());
    if (until != net::no_deadline && std::chrono::steady_clock::now() >= until) return false;
    if (moved) continue;
    // Nothing is asked here, but a statement that was given up may not be all sent yet.
    send_some();
    const bool unsent = session_->output().pending_bytes() != 0 && !output_broken_;
    std::ignore = stream_.wait(unsent ? net::interest::both : net::interest::readable, until);
  }
}

void link::succeed(link& before) {
  on_notice = std::move(before.on_notice);
  on_notification = std::move(before.on_notification);
  next_statement_name_ = before.next_statement_name_;
  next_portal_name_ = before.next_portal_name_;
  timeout_ = before.timeout_;
  cancel_timeout_ = before.cancel_timeout_;
  set_deadline(before.given_deadline_);
  mode_ = before.mode_;
  watch_ = std::move(before.watch_);
  if (watch_) watch_->restart();
  detour_ = mode_ == pooler_mode::simple || watch_ != nullptr;
  set_cache_capacity(before.cache_capacity_);
}

}  // namespace pgpipe::detail
