#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/error.hpp>
#include <pgpipe/base/input_buffer.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/base/ring.hpp>
#include <pgpipe/protocol/framer.hpp>
#include <pgpipe/protocol/message_type.hpp>
#include <pgpipe/protocol/session_moves.hpp>
#include <pgpipe/protocol/session_table.hpp>

namespace pgpipe::protocol {

// The steps of a request: which answers the messages written for it will bring, in this order. A request is one
// statement as the user sees it, for example parse | bind | execute; its own Sync may stand at its end. A query or a
// function call is a request of its own.
enum steps : std::uint16_t {
  step_close = 1U << static_cast<unsigned>(state::close),
  step_parse = 1U << static_cast<unsigned>(state::parse),
  step_describe_statement = 1U << static_cast<unsigned>(state::describe_statement),
  step_bind = 1U << static_cast<unsigned>(state::bind),
  step_describe_portal = 1U << static_cast<unsigned>(state::describe_portal),
  step_execute = 1U << static_cast<unsigned>(state::execute),
  step_sync = 1U << static_cast<unsigned>(state::sync),
  step_query = 1U << static_cast<unsigned>(state::query),
  step_function_call = 1U << static_cast<unsigned>(state::function_call),
};

// One thing that happened. `body` is the message's body (without type and length) and lives until the next call of
// next_event() or prepare_input(), or for as long as a pin() taken now is held.
struct event {
  event_kind kind = event_kind::need_input;
  bool finished = false;                                 // the request named by `tag` has had its last event
  bool group_failed = false;                             // ready_for_query: an error came since the group's beginning
  transaction_status status = transaction_status::idle;  // ready_for_query
  std::uint64_t tag = 0;                                 // of the request that this is about; 0 where there is none
  std::span<const std::byte> body{};
};

// A connection after start-up, without its socket: a queue of what was asked, and the reading of what is answered. The
// two directions are independent.
//
// To ask: write the messages of one request to output() (frontend.hpp), then push() the steps they consist of; sync()
// ends a group. To move bytes: pending_output()/commit_output(n) and prepare_input()/commit_input(n), each whenever the
// network is ready for it. To learn: next_event() until it says need_input. Pushing between two events is allowed.
//
// Errors fail their own request; the server skips the rest of the group, whose requests are reported as skipped, even
// those pushed later, up to the group's Sync. A request pushed after `closed` gets its fate too, and `closed` again.
class session {
 public:
  explicit session(chunk_pool& pool) : input_(pool), output_(pool) {}

  // --- asking -------------------------------------------------------------------------------------------------------

  [[nodiscard]] output_buffer& output() { return output_; }

  // Queues the request whose messages were just written. `steps_asked` names at least one step.
  void push(unsigned steps_asked, std::uint64_t tag, std::uint8_t flags = report_all) {
    queue_.push_back({tag, boundary_, static_cast<std::uint16_t>(steps_asked), flags});
    boundary_ = output_.appended_total();
    group_open_ = !ends_group(steps_asked);
    if (state_ == state::idle) enter_front();
  }

  // Writes Sync and queues it: the end of a group. The group's end is reported as ready_for_query with `tag`.
  void sync(std::uint64_t tag);

  // Writes Flush: the server sends what it has answered so far. Nothing is queued.
  void flush();

  // Counts what was written since as part of the request pushed last: COPY data, which is written later. Without this
  // it would count as the beginning of the next request.
  void extend_last() { boundary_ = output_.appended_total(); }

  // The same for the CopyDone or CopyFail with which the data of the COPY pushed last ends.
  void end_copy() {
    extend_last();
    if (!queue_.empty()) queue_.back().flags |= copy_data_ended;
  }

  // Answers a copy_in_response that nobody has data for: fails the COPY with `reason`. Every Sync that stands behind
  // the statement was swallowed by the COPY and is sent again. Does nothing when no COPY waits for data, nor after
  // end_copy().
  void refuse_copy_in(std::string_view reason);

  // Takes back every request of which no byte has been handed to the network, and gives their tags to `dropped`, newest
  // first. A group of which some requests have left and some have not must not be done by half: it is made to fail, by
  // executing a portal that there is not, and ended. Those answers are reported with tag 0.
  void drop_unsent(std::vector<std::uint64_t>& dropped);

  // Whether requests were pushed since the last Sync: a simple Query or FunctionCall may go only where this is false.
  [[nodiscard]] bool group_open() const { return group_open_; }

  // Requests that have not had their last event, syncs included.
  [[nodiscard]] std::size_t outstanding() const { return queue_.size(); }

  // Whether those are all of one group, which has its end: what the server does then, if anything, is of that group.
  [[nodiscard]] bool one_group_outstanding();

  // --- moving bytes -------------------------------------------------------------------------------------------------

  [[nodiscard]] std::span<const std::byte> pending_output() const { return output_.pending(); }
  void commit_output(std::size_t n) { output_.commit(n); }
  [[nodiscard]] std::span<std::byte> prepare_input() { return input_.prepare(wanted_); }
  void commit_input(std::size_t n) {
    if (!input_ended_) input_.commit(n);
  }

  // The peer has closed, or reading failed: what has arrived is still reported, then every request's fate. Input
  // committed later is ignored.
  void end_of_input(error reason);

  // The owner, or the session itself, has found that the server breaks the protocol: what has arrived is forgotten,
  // then every request's fate is reported.
  void fail(error reason);

  // --- learning -----------------------------------------------------------------------------------------------------

  [[nodiscard]] event next_event();

  // After a data_row: take(body) for each DataRow that stands whole behind it, without an event each. A row for which
  // `take` returns false stays for next_event(), and so does all behind it.
  template <typename Take>
  void take_rows(Take take);

  // Keeps the bodies of the events reported since the last prepare_input() alive.
  [[nodiscard]] const chunk_ptr& pin() const { return input_.pin(); }

  // Why the session has ended; empty while it lives.
  [[nodiscard]] const std::optional<error>& failure() const { return failure_; }

  // The state of the last ReadyForQuery.
  [[nodiscard]] transaction_status status() const { return status_; }

  // What is being waited for.
  [[nodiscard]] state current_state() const { return state_; }

  // --- start-up -----------------------------------------------------------------------------------------------------

  // The start-up machine reads and writes the same buffers, and hands over with the status of its ReadyForQuery.
  [[nodiscard]] input_buffer& input() { return input_; }
  void started(transaction_status status) {
    status_ = status;
    boundary_ = group_end_ = output_.appended_total();
  }

  // As new, for another connection.
  void reset();

  // Gives idle buffers' memory back to the pool.
  void release_buffers() {
    input_.release_if_empty();
    output_.release_if_empty();
  }

 private:
  struct request {
    std::uint64_t tag;
    std::uint64_t begin_offset;  // output_.appended_total() before its first byte
    std::uint16_t steps;         // those still to be answered
    std::uint8_t flags;
  };

  // The state in which the first of these steps is waited for.
  static state first_of(unsigned steps) { return static_cast<state>(__builtin_ctz(steps)); }

  // Whether the request is the last of its group.
  static bool ends_group(unsigned steps) { return (steps & (step_sync | step_query | step_function_call)) != 0; }
  [[nodiscard]] bool sent_group_is_open();

  void enter_front() { state_ = queue_.empty() ? state::idle : first_of(queue_.front().steps); }
  bool take_event(backend type, std::span<const std::byte> body, event& out);
  [[gnu::noinline]] bool take_turn(backend type, std::span<const std::byte> body, event& out);
  bool take_ready_for_query(std::span<const std::byte> body, event& out);
  bool take_error(state next, event& out);
  [[gnu::cold]] bool fail_on(backend type);
  [[gnu::cold]] void fail_on(framing cut);
  [[gnu::cold]] bool must_skip();
  bool skip_steps();
  [[gnu::cold]] void report_skipped(event& out);
  [[gnu::cold]] void report_end(event& out);

  input_buffer input_;
  output_buffer output_;
  ring<request> queue_;
  std::size_t wanted_ = 0;       // size of the incomplete message at the front of the input
  std::uint64_t boundary_ = 0;   // output_.appended_total() behind the last request's bytes
  std::uint64_t group_end_ = 0;  // the same behind the last group that was answered
  state state_ = state::idle;
  transaction_status status_ = transaction_status::idle;
  bool group_open_ = false;
  bool group_failed_ = false;
  bool input_ended_ = false;
  std::optional<error> failure_;
};

// The path of every message, inline so that its caller keeps the event in registers; what is rare is left to functions
// of their own.
inline event session::next_event() {
  event out;
  for (;;) {
    if (state_ == state::discard && must_skip()) {
      report_skipped(out);
      return out;
    }
    frame message;
    std::size_t wanted = 0;
    const framing cut = next_frame(input_.readable(), message, wanted);
    if (cut == framing::complete) [[likely]] {
      input_.consume(message.size());
      if (take_event(message.type, message.body, out)) return out;
    } else if (cut == framing::incomplete) {
      wanted_ = wanted;
      out = {};
      if (input_ended_) report_end(out);
      return out;
    } else {
      fail_on(cut);
    }
  }
}

template <typename Take>
inline void session::take_rows(Take take) {
  const std::span<const std::byte> input = input_.readable();
  std::span<const std::byte> left = input;
  frame message;
  std::size_t wanted = 0;
  while (!left.empty() && static_cast<backend>(left.front()) == backend::data_row &&
         next_frame_of(backend::data_row, left, message, wanted) == framing::complete && take(message.body)) {
    left = left.subspan(message.size());
  }
  input_.consume(input.size() - left.size());
}

// True when `out` is to be reported.
inline bool session::take_event(backend type, std::span<const std::byte> body, event& out) {
  const detail::move& made = detail::move_of(state_, type);
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
    return (made.hidden_by & (asked.flags | detail::unless_last)) == 0;
  }
  out.finished = true;
  queue_.pop_front();
  enter_front();
  return true;
}

}  // namespace pgpipe::protocol
