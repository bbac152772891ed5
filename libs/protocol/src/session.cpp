#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include <pgpipe/protocol/framer.hpp>
#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/session.hpp>

namespace pgpipe::protocol {
namespace {

// What hides an event from its owner, beside the request's flags: that the request has further steps.
constexpr std::uint8_t unless_last = 4;

constexpr std::uint8_t hidden_by(event_kind kind) {
  switch (kind) {
    case event_kind::data_row: return skip_rows;
    case event_kind::parameter_description:
    case event_kind::row_description:
    case event_kind::no_data: return skip_descriptions;
    case event_kind::bind_complete: return unless_last;
    default: return 0;
  }
}

// `transitions`, spread out to be looked up by state and message byte.
struct move {
  event_kind report;
  state next;  // count: this message may not come in this state
  std::uint8_t hidden_by;
  bool plain;  // the next answer to the request at the front, and no turn of events
};
using moves = std::array<std::array<move, 128>, state_count>;

constexpr bool is_turn(event_kind kind) {
  return kind == event_kind::ready_for_query || kind == event_kind::error_response || kind == event_kind::unasked_error;
}

constexpr moves spread_out() {
  moves all{};
  for (auto& of_state : all) of_state.fill({event_kind::need_input, state::count, 0, false});
  for (const transition& each : transitions) {
    all[static_cast<std::size_t>(each.in)][static_cast<std::size_t>(each.message)] = {
        each.report, each.next, hidden_by(each.report), !is_turn(each.report)};
  }
  return all;
}
constexpr moves lookup = spread_out();

const move& move_of(state in, backend message) {
  return lookup[static_cast<std::size_t>(in)][static_cast<std::size_t>(message)];
}

}  // namespace

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
  if (!copy_fail(output_, reason)) std::ignore = copy_fail(output_, "refused");
  for (std::size_t i = 0; i != queue_.size(); ++i) {
    if ((queue_[i].steps & step_sync) != 0) protocol::sync(output_);
  }
  extend_last();
}

void session::end_of_input(error reason) {
  input_ended_ = true;
  if (!failure_) failure_ = std::move(reason);
}

// The path of every message: it returns one variable, so that the event is built where the caller wants it, and leaves
// what is rare to functions of their own, so that few registers are saved.
event session::next_event() {
  event out;
  for (;;) {
    if (state_ == state::discard && must_skip()) {
      report_skipped(out);
      return out;
    }
    frame message;
    const framing cut = next_frame(input_.readable(), message, wanted_);
    if (cut == framing::complete) {
      input_.consume(message.size());
      if (take_event(message.type, message.body, out)) return out;
    } else if (cut == framing::incomplete) {
      out = {};
      if (input_ended_) report_end(out);
      return out;
    } else {
      fail_on(cut);
    }
  }
}

// True when `out` is to be reported.
inline bool session::take_event(backend type, std::span<const std::byte> body, event& out) {
  const move& made = move_of(state_, type);
  if (!made.plain) return take_turn(type, body, out);
  request& asked = queue_.front();
  out.kind = made.report;
  out.tag = asked.tag;
  out.body = body;
  if (made.next != state::next_step) {
    state_ = made.next;
    return (made.hidden_by & asked.flags) == 0;
  }
  const unsigned left = asked.steps & (asked.steps - 1U);
  if (left != 0) {
    asked.steps = static_cast<std::uint16_t>(left);
    state_ = first_of(left);
    return (made.hidden_by & (asked.flags | unless_last)) == 0;
  }
  out.finished = true;
  queue_.pop_front();
  enter_front();
  return true;
}

// What is not the next answer to the request at the front: the end of a group, an error, or what comes unasked.
bool session::take_turn(backend type, std::span<const std::byte> body, event& out) {
  const move& made = move_of(state_, type);
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
  boundary_ = 0;
  state_ = state::idle;
  status_ = transaction_status::idle;
  group_open_ = group_failed_ = input_ended_ = false;
  failure_.reset();
}

void session::release_buffers() {
  input_.release_if_empty();
  output_.release_if_empty();
}

}  // namespace pgpipe::protocol
