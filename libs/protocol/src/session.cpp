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

constexpr std::size_t first_queue_size = 16;

// `transitions`, spread out to be looked up by state and message byte.
struct move {
  event_kind report;
  state next;  // count: this message may not come in this state
};
using moves = std::array<std::array<move, 128>, state_count>;

constexpr moves spread_out() {
  moves all;
  for (auto& of_state : all) of_state.fill({event_kind::none, state::count});
  for (const transition& each : transitions) {
    all[static_cast<std::size_t>(each.in)][static_cast<std::size_t>(each.message)] = {each.report, each.next};
  }
  return all;
}
constexpr moves lookup = spread_out();

constexpr bool is_description(event_kind kind) {
  return kind == event_kind::row_description || kind == event_kind::no_data ||
         kind == event_kind::parameter_description;
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
  for (std::size_t i = 0; i != size_; ++i) {
    if ((queue_[(head_ + i) & (queue_.size() - 1)].steps & step_sync) != 0) protocol::sync(output_);
  }
  extend_last();
}

void session::end_of_input(error reason) {
  input_ended_ = true;
  if (!failure_) failure_ = std::move(reason);
}

event session::next_event() {
  for (;;) {
    if (state_ == state::discard && size_ != 0 && front().steps != step_sync) return report_skipped();
    const std::span<const std::byte> input = input_.readable();
    if (input.size() >= 5 && (state_ == state::rows || state_ == state::query_rows) &&
        input[0] == static_cast<std::byte>(backend::data_row)) {
      // Rows come in runs: cut them off here, ahead of the general case.
      const auto length = load_big_endian<std::uint32_t>(input.data() + 1);
      const std::size_t size = std::size_t{1} + length;
      if (length >= 6 && input.size() >= size) {
        input_.consume(size);
        if ((front().flags & skip_rows) != 0) continue;
        return {.kind = event_kind::data_row, .tag = front().tag, .body = input.subspan(5, length - 4)};
      }
    }
    frame message{};
    switch (next_frame(input, message, wanted_)) {
      case framing::complete: break;
      case framing::incomplete:
        if (input_ended_ || failure_) return report_end();
        return {};
      case framing::bad_type: fail({error_category::protocol, "the server sent a message of unknown type"}); continue;
      case framing::bad_length:
        fail({error_category::protocol, "the server sent a message of impossible length"});
        continue;
    }
    input_.consume(message.size());
    event out;
    if (take_event(message.type, message.body, out)) return out;
  }
}

// True when `out` is to be reported.
bool session::take_event(backend type, std::span<const std::byte> body, event& out) {
  const move made = lookup[static_cast<std::size_t>(state_)][static_cast<std::size_t>(type)];
  if (made.next == state::count) return take_unasked(type, body, out);
  out.kind = made.report;
  out.body = body;
  if (size_ == 0) {
    if (made.report == event_kind::unasked_error) return true;
    return fail_on(type);
  }
  request& asked = front();
  out.tag = asked.tag;
  const std::uint8_t flags = asked.flags;
  switch (made.report) {
    case event_kind::ready_for_query:
      if (body[0] != std::byte{'I'} && body[0] != std::byte{'T'} && body[0] != std::byte{'E'}) {
        fail({error_category::protocol, "the server sent an unknown transaction status"});
        return false;
      }
      status_ = static_cast<transaction_status>(body[0]);
      out.status = status_;
      out.group_failed = std::exchange(group_failed_, false);
      out.finished = true;
      state_ = state::idle;
      pop();
      return true;
    case event_kind::error_response:
      group_failed_ = true;
      state_ = made.next;
      if (state_ == state::discard) out.finished = skip_steps();
      return true;
    case event_kind::unasked_error: out.tag = 0; return true;
    default: break;
  }
  if (made.next != state::next_step) {
    state_ = made.next;
  } else {
    asked.steps = static_cast<std::uint16_t>(asked.steps & (asked.steps - 1U));
    if (asked.steps == 0) {
      out.finished = true;
      pop();
    } else {
      state_ = static_cast<state>(std::countr_zero(asked.steps));
    }
  }
  if (made.report == event_kind::none) {
    if (!out.finished) return false;
    out.kind = event_kind::bind_complete;
    return true;
  }
  if (made.report == event_kind::data_row) return (flags & skip_rows) == 0;
  return out.finished || (flags & skip_descriptions) == 0 || !is_description(made.report);
}

bool session::take_unasked(backend type, std::span<const std::byte> body, event& out) {
  out.body = body;
  switch (type) {
    case backend::notice_response: out.kind = event_kind::notice_response; return true;
    case backend::notification_response: out.kind = event_kind::notification_response; return true;
    case backend::parameter_status: out.kind = event_kind::parameter_status; return true;
    default: return fail_on(type);
  }
}

bool session::fail_on(backend type) {
  fail({error_category::protocol,
       "the server sent " + std::string(name_of(type)) + " where the protocol has no place for it"});
  return false;
}

// The server skips what is left of the request at the front, but never a Sync. True when that was all of it.
bool session::skip_steps() {
  request& asked = front();
  asked.steps &= step_sync;
  if (asked.steps != 0) return false;
  pop();
  return true;
}

event session::report_skipped() {
  event out{.kind = event_kind::skipped, .tag = front().tag};
  out.finished = skip_steps();
  return out;
}

// The connection is gone: each request's fate, then `closed` for ever.
event session::report_end() {
  state_ = state::idle;
  if (size_ == 0) return {.kind = event_kind::closed};
  const bool sent = output_.committed_total() > front().begin_offset;
  const event out{.kind = sent ? event_kind::lost : event_kind::not_sent, .finished = true, .tag = front().tag};
  pop();
  return out;
}

void session::pop() {
  head_ = (head_ + 1) & (queue_.size() - 1);
  --size_;
  enter_front();
}

// The state that the request at the front begins in; while a failed group is discarded, only its ReadyForQuery ends
// that.
void session::enter_front() {
  if (state_ == state::discard) return;
  state_ = size_ == 0 ? state::idle : static_cast<state>(std::countr_zero(front().steps));
}

void session::grow_queue() {
  std::vector<request> larger(queue_.empty() ? first_queue_size : 2 * queue_.size());
  for (std::size_t i = 0; i != size_; ++i) larger[i] = queue_[(head_ + i) & (queue_.size() - 1)];
  queue_ = std::move(larger);
  head_ = 0;
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
  head_ = size_ = wanted_ = 0;
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
