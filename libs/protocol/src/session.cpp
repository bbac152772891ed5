#include <string>
#include <utility>

#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/session.hpp>

namespace pgpipe::protocol {

void session::sync(std::uint64_t tag) {
  protocol::sync(output_);
  push(step_sync, tag);
}

void session::flush() {
  protocol::flush(output_);
  extend_last();
}

void session::refuse_copy_in(std::string_view reason) {
  if (state_ != state::copy_in && state_ != state::query_copy_in) return;
  if ((queue_.front().flags & copy_data_ended) != 0) return;
  if (!copy_fail(output_, reason)) std::ignore = copy_fail(output_, "refused");
  for (std::size_t i = 0; i != queue_.size(); ++i) {
    if ((queue_[i].steps & step_sync) != 0) protocol::sync(output_);
  }
  extend_last();
}

void session::drop_unsent(std::vector<std::uint64_t>& dropped) {
  std::uint64_t kept = boundary_;
  while (!queue_.empty() && queue_.back().begin_offset >= output_.committed_total()) {
    kept = queue_.back().begin_offset;
    dropped.push_back(queue_.back().tag);
    queue_.pop_back();
  }
  output_.truncate(kept);
  boundary_ = kept;
  group_open_ = false;
  if (queue_.empty() && state_ != state::discard) state_ = state::idle;
  if (!sent_group_is_open()) return;
  std::ignore = execute(output_, "a deadline passed before its group was sent");
  protocol::sync(output_);
  push(step_execute | step_sync, 0);
}

// Whether the requests that are left end inside a group.
bool session::sent_group_is_open() {
  std::uint64_t open_from = group_end_;
  for (std::size_t i = 0; i != queue_.size(); ++i) {
    if (ends_group(queue_[i].steps)) open_from = i + 1 == queue_.size() ? boundary_ : queue_[i + 1].begin_offset;
  }
  return boundary_ > open_from;
}

bool session::one_group_outstanding() {
  if (queue_.empty()) return false;
  for (std::size_t i = 0; i + 1 != queue_.size(); ++i) {
    if (ends_group(queue_[i].steps)) return false;
  }
  return ends_group(queue_.back().steps);
}

void session::end_of_input(error reason) {
  input_ended_ = true;
  if (!failure_) failure_ = std::move(reason);
}

// What is not the next answer to the request at the front: the end of a group, an error, or what comes unasked.
bool session::take_turn(backend type, std::span<const std::byte> body, event& out) {
  const detail::move& made = detail::move_of(state_, type);
  out = {.kind = made.report, .body = body};
  if (made.next != state::count) {
    switch (made.report) {
      case event_kind::ready_for_query: return take_ready_for_query(body, out);
      case event_kind::error_response: return take_error(made.next, out);
      default: return true;
    }
  }
  switch (type) {
    case backend::notice_response: out.kind = event_kind::notice_response; return true;
    case backend::notification_response: out.kind = event_kind::notification_response; return true;
    case backend::parameter_status: out.kind = event_kind::parameter_status; return true;
    default: return fail_on(type);
  }
}

bool session::take_ready_for_query(std::span<const std::byte> body, event& out) {
  if (queue_.empty()) return fail_on(backend::ready_for_query);  // a failed group's Sync was not asked yet
  const auto status = static_cast<transaction_status>(body[0]);
  if (status != transaction_status::idle && status != transaction_status::in_transaction &&
      status != transaction_status::failed) {
    fail({error_category::protocol, "the server sent an unknown transaction status"});
    return false;
  }
  status_ = status;
  out.status = status;
  out.group_failed = std::exchange(group_failed_, false);
  out.finished = true;
  out.tag = queue_.front().tag;
  queue_.pop_front();
  group_end_ = queue_.empty() ? boundary_ : queue_.front().begin_offset;
  enter_front();
  return true;
}

bool session::take_error(state next, event& out) {
  out.tag = queue_.front().tag;
  group_failed_ = true;
  state_ = next;
  if (next == state::discard) out.finished = skip_steps();
  return true;
}

bool session::fail_on(backend type) {
  fail({error_category::protocol,
        "the server sent " + std::string(name_of(type)) + " where the protocol has no place for it"});
  return false;
}

void session::fail_on(framing cut) {
  fail({error_category::protocol, cut == framing::bad_type ? "the server sent a message of unknown type"
                                                           : "the server sent a message of impossible length"});
}

// Whether the server has skipped the request at the front: all but a bare Sync in a group that failed.
bool session::must_skip() { return !queue_.empty() && queue_.front().steps != step_sync; }

// The server skips what is left of the request at the front, but never a Sync. True when that was all of it. What is
// pushed later is skipped too: the state stays.
bool session::skip_steps() {
  request& asked = queue_.front();
  asked.steps &= step_sync;
  if (asked.steps != 0) return false;
  queue_.pop_front();
  return true;
}

void session::report_skipped(event& out) {
  out = {.kind = event_kind::skipped, .tag = queue_.front().tag};
  out.finished = skip_steps();
}

// The connection is gone: each request's fate, then `closed` for ever.
void session::report_end(event& out) {
  state_ = state::idle;
  if (queue_.empty()) {
    out.kind = event_kind::closed;
    return;
  }
  const bool sent = output_.committed_total() > queue_.front().begin_offset;
  out = {.kind = sent ? event_kind::lost : event_kind::not_sent, .finished = true, .tag = queue_.front().tag};
  queue_.pop_front();
}

void session::fail(error reason) {
  if (!failure_) failure_ = std::move(reason);
  input_ended_ = true;
  input_.clear();
  wanted_ = 0;
}

void session::reset() {
  input_.clear();
  output_.clear();
  queue_.clear();
  wanted_ = 0;
  boundary_ = group_end_ = 0;
  state_ = state::idle;
  status_ = transaction_status::idle;
  group_open_ = group_failed_ = input_ended_ = false;
  failure_.reset();
}

}  // namespace pgpipe::protocol
