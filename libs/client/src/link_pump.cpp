#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "deadline_error.hpp"
#include "link.hpp"

// How a link moves bytes, and waits.
namespace pgpipe::detail {
namespace {

// What one sendmsg() carries at most.
constexpr std::size_t pieces_at_once = 16;

}  // namespace

void link::send_some() {
  while (!output_broken_ && open_) {
    output_buffer& out = session_->output();
    const std::size_t offered = out.pending_bytes();
    if (offered == 0) break;
    const std::span<const std::byte> oldest = out.pending();
    const net::transfer sent = oldest.size() == offered ? stream_.try_send(oldest) : send_pieces();
    if (sent.ok()) {
      if (watch_) [[unlikely]]
        watch_sent(sent.bytes);
      out.commit(sent.bytes);
      if (sent.bytes < oldest.size()) break;  // the kernel is full
      continue;
    }
    // What the server said before it closed still waits to be read; the end of the input will tell.
    if (sent.status != net::transfer_status::would_block) output_broken_ = true;
    break;
  }
}

net::transfer link::send_pieces() {
  std::array<std::span<const std::byte>, pieces_at_once> pieces;
  const std::size_t count = session_->output().pending(pieces);
  return stream_.try_send(std::span(pieces).first(count));
}

// Before they are committed, after which they may be gone.
void link::watch_sent(std::size_t bytes) {
  std::array<std::span<const std::byte>, pieces_at_once> pieces;
  const std::size_t count = session_->output().pending(pieces);
  for (std::size_t i = 0; i != count && bytes != 0; ++i) {
    const std::size_t part = std::min(bytes, pieces[i].size());
    watch_->sent(pieces[i].first(part));
    bytes -= part;
  }
}

void link::receive_some(bool wait) {
  const std::span<std::byte> room = session_->prepare_input();
  const auto since = watch_ && wait ? link_watch::clock::now() : link_watch::clock::time_point();
  const net::transfer received = wait ? stream_.receive(room, until_) : stream_.try_receive(room);
  if (watch_ && wait) [[unlikely]]
    watch_->waited(since);
  on_received(room, received);
}

void link::on_received(std::span<const std::byte> room, const net::transfer& received) {
  if (watch_ && received.ok()) [[unlikely]]
    watch_->received(room.first(received.bytes));
  switch (received.status) {
    case net::transfer_status::ok: session_->commit_input(received.bytes); break;
    case net::transfer_status::would_block: break;
    case net::transfer_status::timed_out: expire(); break;
    case net::transfer_status::eof:
      on_input_end({error_category::closed, "the server closed the connection unexpectedly"});
      break;
    case net::transfer_status::error:
      // A server that closes with bytes of ours unread resets the connection: that is its end, however it is told.
      if (received.error_number == ECONNRESET) {
        on_input_end({error_category::closed, "the server closed the connection unexpectedly"});
      } else {
        on_input_end(stream_.to_error(received));
      }
      break;
  }
}

bool link::take_arrived() {
  const std::span<std::byte> room = session_->prepare_input();
  const net::transfer received = stream_.try_receive(room);
  on_received(room, received);
  while (take_event()) {
  }
  return received.bytes == room.size() && open_;
}

// Neither direction waits for the other: while there is something to send that the kernel does not take, whatever has
// arrived is read.
void link::wait_both_ways() {
  const auto since = watch_ ? link_watch::clock::now() : link_watch::clock::time_point();
  const net::wait_outcome outcome = stream_.wait(net::interest::both, until_);
  if (watch_) [[unlikely]]
    watch_->waited(since);
  if (net::includes(outcome.ready, net::interest::readable)) receive_some(false);
  if (outcome.timed_out()) expire();
}

bool link::take_part(statement_result& part) {
  result_builder(part).drop_rows();  // before anything is read: their memory can then be read into
  statement_result& from = results_.front();
  result_builder builder(from);
  while (from.empty() && builder.is_pending() && turn()) {
  }
  while (builder.is_pending() && row_has_arrived() && take_event()) {
  }
  if (from.empty()) return false;
  stored_bytes_ -= builder.row_bytes();
  builder.move_rows_to(part);
  return true;
}

bool link::take_arrived_part(statement_result& part) {
  result_builder builder(results_.front());
  if (results_.front().empty()) return false;
  stored_bytes_ -= builder.row_bytes();
  builder.move_rows_to(part);
  return true;
}

void link::drain_front() {
  statement_result& front = results_.front();
  do {
    stored_bytes_ -= result_builder(front).drop_rows();
  } while (result_builder(front).is_pending() && turn());
  pop_front();
}

void link::wait_for(statement_id id) {
  for (;;) {
    statement_result* wanted = results_.find(id);
    if (wanted == nullptr || !result_builder(*wanted).is_pending() || !turn()) return;
  }
}

error link::too_much_stored() {
  return {error_category::usage,
          "statement " + std::to_string(results_.front().id()) + " and those behind it have " +
              std::to_string(stored_bytes_) + " bytes of rows that nobody reads: take results before more is pushed",
          retry_safety::safe};
}

result<void> link::relieve_now(std::size_t max_stored_bytes) {
  send_some();
  while (has_much_to_send() && open_ && !output_broken_) {
    if (stored_bytes_ > max_stored_bytes) {
      return fail(too_much_stored());
    }
    wait_both_ways();
    while (take_event()) {
    }
    if (until_ != net::no_deadline && std::chrono::steady_clock::now() >= until_) {
      expire();
      return fail(deadline_passed());
    }
    send_some();
  }
  return {};
}

void link::on_input_end(error reason) {
  if (watch_) [[unlikely]]
    watch_->failed(last_words_ ? *last_words_ : reason);
  if (last_words_) reason = std::move(*last_words_);
  last_words_.reset();
  session_->end_of_input(std::move(reason));
}

}  // namespace pgpipe::detail
