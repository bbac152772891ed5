#include <cerrno>

#include "bench/client.hpp"

// Bytes by way of io_uring: the receive is in flight whenever the client waits, the send goes with it.
namespace pgpipe::app::bench {
namespace {

net::transfer to_transfer(int result) {
  if (result > 0) return net::transfer::moved(static_cast<std::size_t>(result));
  return result == 0 ? net::transfer::stopped(net::transfer_status::eof) : net::transfer::failed(-result);
}

bool is_passing(int result) { return result == -EAGAIN || result == -EINTR; }

}  // namespace

void client::on_completion(const uring::completion& done) {
  switch (done.done) {
    case uring::operation::receive: return on_ring_received(done.result);
    case uring::operation::send: return on_ring_sent(done.result);
    case uring::operation::ready: return on_ready(done.ready());
    case uring::operation::none: return;
  }
}

void client::on_ring_received(int result) {
  receiving_ = false;
  settle_send();
  if (is_passing(result)) return proceed();
  const net::transfer got = to_transfer(result);
  if (state_ == client_state::shelling) {
    held_ = got;
  } else {
    on_received(got);
  }
}

// Of a send that waited for room, or that found none. A broken connection is told by the receive.
void client::on_ring_sent(int result) {
  sending_ = send_progress::none;
  if (result > 0) {
    session_.commit_output(static_cast<std::size_t>(result));
    thread_->calls.bytes_sent += result;
  } else if (!is_passing(result)) {
    return;
  }
  if (state_ == client_state::sending || state_ == client_state::copying) return proceed();
  if (session_.output().pending_bytes() != 0) return send_told();
  session_.output().release_if_empty();
}

void client::settle_send() {
  if (sending_ == send_progress::at_once && ring_->is_settled(sent_at_)) commit_at_once(static_cast<int>(send_bytes_));
}

void client::commit_at_once(int result) {
  sending_ = send_progress::none;
  if (result <= 0) return;
  session_.commit_output(static_cast<std::size_t>(result));
  thread_->calls.bytes_sent += result;
}

void client::send_told() {
  ring_->send(stream_.fd(), session_.pending_output(), this);
  sending_ = send_progress::told;
}

// What is small is sent without hearing of it. What has to be gone before the script goes on is told of.
void client::ring_flush() {
  const output_buffer& output = session_.output();
  settle_send();
  if (sending_ == send_progress::at_once && output.pending_bytes() > send_bytes_) {
    commit_at_once(ring_->settle(this, static_cast<int>(send_bytes_)));
  }
  if (sending_ != send_progress::none || output.pending_bytes() == 0) return;
  const std::span<const std::byte> first = output.pending();
  if (first.size() != output.pending_bytes() || first.size() >= high_water_bytes) return send_told();
  ring_->send_at_once(stream_.fd(), first, this);
  sending_ = send_progress::at_once;
  send_bytes_ = first.size();
  sent_at_ = ring_->sends_at();
}

void client::ring_receive() {
  if (receiving_) return;
  ring_->receive(stream_.fd(), session_.prepare_input(), this);
  receiving_ = true;
}

// The buffers are the client's again.
void client::leave_ring() {
  settle_send();
  if (receiving_ || sending_ != send_progress::none) {
    const bool at_once = sending_ == send_progress::at_once;
    const bool told = sending_ == send_progress::told;
    const int sent = ring_->cancel(this, {.receive = receiving_, .send = told, .send_at_once = at_once});
    commit_at_once(at_once && sent == 0 ? static_cast<int>(send_bytes_) : sent);
  }
  receiving_ = false;
  held_.reset();
  ring_ = nullptr;
}

}  // namespace pgpipe::app::bench
