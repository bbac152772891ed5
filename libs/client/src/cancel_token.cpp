#include <pgpipe/base/chunk.hpp>
#include <pgpipe/client/cancel_token.hpp>
#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/net/deadline.hpp>
#include <pgpipe/net/stream.hpp>

#include "cancel_address.hpp"

namespace pgpipe {
namespace {

// Does what the cancelling machine asks for, waiting for each.
class cancel_driver {
 public:
  cancel_driver(const detail::cancel_address& address, net::deadline until)
      : address_(address), until_(until), machine_(address.target, input_, output_) {}

  result<void> run() {
    for (;;) {
      switch (machine_.next_action()) {
        case protocol::cancel_action::done: return {};
        case protocol::cancel_action::failed: return fail(machine_.failure());
        case protocol::cancel_action::start_tls:
          if (auto done = start_tls(); !done) return done;
          break;
        case protocol::cancel_action::transfer:
          if (auto done = transfer(); !done) return done;
          break;
      }
    }
  }

  result<void> dial() {
    auto socket = net::dial(address_.address, address_.dial, until_);
    if (!socket) return fail(std::move(socket).error());
    stream_ = net::stream(std::move(*socket));
    if (address_.requirepeer.empty() || !address_.address.is_unix()) return {};
    const result<std::string> user = peer_user(stream_.fd());
    if (!user) return fail(user.error());
    if (*user == address_.requirepeer) return {};
    return fail(error_category::io,
                "requirepeer is \"" + address_.requirepeer + "\", but the server is run by \"" + *user + "\"");
  }

 private:
  result<void> start_tls() {
    auto filter = net::tls_filter::make(*address_.context, address_.peer);
    if (!filter) return fail(std::move(filter).error());
    if (auto begun = stream_.start_tls(std::move(*filter), input_.readable()); !begun) return begun;
    if (auto done = stream_.handshake(until_); !done) return done;
    machine_.tls_started(facts_of(*stream_.tls()));
    return {};
  }

  result<void> transfer() {
    while (!output_.pending().empty()) {
      const net::transfer sent = stream_.try_send(output_.pending());
      if (sent.ok()) {
        output_.commit(sent.bytes);
      } else if (sent.status != net::transfer_status::would_block) {
        machine_.closed(stream_.to_error(sent));
        return {};
      } else if (stream_.wait(net::interest::writable, until_).timed_out()) {
        return timed_out();
      }
    }
    if (stream_.wait(net::interest::readable, until_).timed_out()) return timed_out();
    const net::transfer received = stream_.try_receive(input_.prepare(1));
    if (received.ok()) {
      input_.commit(received.bytes);
    } else if (received.status != net::transfer_status::would_block) {
      machine_.closed(stream_.to_error(received));
    }
    return {};
  }

  static tl::unexpected<error> timed_out() { return fail(error_category::timeout, "timeout expired"); }

  const detail::cancel_address& address_;
  net::deadline until_;
  chunk_pool pool_;
  input_buffer input_{pool_};
  output_buffer output_{pool_};
  net::stream stream_;
  protocol::cancel_machine machine_;
};

}  // namespace

cancel_token::operator bool() const { return address_ && !address_->target.key.empty(); }

result<void> cancel_token::cancel(std::chrono::milliseconds timeout) const {
  if (!*this) return fail(error_category::usage, "the server gave no cancel key: nothing can be cancelled");
  const bool limited = timeout.count() != 0;
  cancel_driver driver(*address_, limited ? std::chrono::steady_clock::now() + timeout : net::no_deadline);
  result<void> done = driver.dial();
  if (done) done = driver.run();
  if (done) return done;
  error cause = std::move(done).error();
  cause.add_context("could not send a cancel request to " + address_->address.to_string());
  return fail(std::move(cause));
}

}  // namespace pgpipe
