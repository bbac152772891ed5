#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include <sys/time.h>
#include <sys/uio.h>

#include <pgpipe/net/stream.hpp>

namespace pgpipe::net {
namespace {

// Enough for a pipeline's segments of 64 KiB; the kernel takes less at once anyway.
constexpr std::size_t most_pieces = 64;

timeval to_timeval(std::chrono::nanoseconds duration) {
  // Rounded up, as zero would mean for ever.
  const auto whole = std::chrono::ceil<std::chrono::microseconds>(duration);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(whole);
  return {seconds.count(), (whole - seconds).count()};
}

}  // namespace

void stream::close() {
  if (tls_ && is_open()) {
    tls_->close_notify();
    static_cast<void>(flush());
  }
  tls_.reset();
  socket_.close();
}

transfer stream::try_send(std::span<const std::span<const std::byte>> pieces) {
  if (tls_) return tls_send(pieces);
  if (pieces.size() == 1) return plain_send(pieces.front());
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only what is filled is read, and a batch should not pay
  std::array<iovec, most_pieces> parts;
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = std::min(pieces.size(), most_pieces);
  for (std::size_t i = 0; i != message.msg_iovlen; ++i)
    parts[i] = {const_cast<std::byte*>(pieces[i].data()), pieces[i].size()};
  for (;;) {
    const ssize_t n = ::sendmsg(socket_.fd(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n >= 0) return transfer::moved(static_cast<std::size_t>(n));
    if (errno != EINTR) return stopped_by(errno);
  }
}

int stream::arm(std::chrono::nanoseconds timeout) {
  if (timeout == armed_) return 0;
  const timeval value = to_timeval(timeout);
  if (::setsockopt(socket_.fd(), SOL_SOCKET, SO_RCVTIMEO, &value, sizeof value) != 0) return errno;
  armed_ = timeout;
  return 0;
}

// The kernel counts a timeout from the start of each recv(), a deadline stands still. An armed timeout between half of
// what is left and a sixteenth more is good enough: too short a one only comes round the loop again. So a caller who
// gives each call the same time sets it once.
transfer stream::receive_until(std::span<std::byte> into, deadline until) {
  if (until == no_deadline) {
    if (const int e = arm(std::chrono::nanoseconds::zero())) return transfer::failed(e);
    return plain_receive(into, 0);
  }
  for (;;) {
    const std::chrono::nanoseconds left = remaining(until);
    const bool last_look = left == left.zero();
    if (!last_look && (armed_ < left / 2 || armed_ > left + left / 16)) {
      if (const int e = arm(left)) return transfer::failed(e);
    }
    const transfer got = plain_receive(into, last_look ? MSG_DONTWAIT : 0);
    if (got.status != transfer_status::would_block) return got;
    if (last_look) return transfer::stopped(transfer_status::timed_out);
  }
}

wait_outcome stream::wait(interest wanted, deadline until) {
  for (;;) {
    if (!has_unsent()) return net::wait(fd(), wanted, until);
    const wait_outcome outcome = net::wait(fd(), wanted | interest::writable, until);
    if (includes(outcome.ready, interest::writable)) static_cast<void>(flush());
    const interest ready = outcome.ready & wanted;
    if (ready != interest::none || outcome.ready == interest::none) return {ready, outcome.error_number};
  }
}

error stream::to_error(const transfer& outcome) const {
  switch (outcome.status) {
    case transfer_status::eof: return error(error_category::closed, "server closed the connection unexpectedly");
    case transfer_status::timed_out: return error(error_category::timeout, "timeout expired");
    case transfer_status::ok:
    case transfer_status::would_block: return error(error_category::usage, "the transfer did not fail");
    case transfer_status::error: break;
  }
  if (outcome.error_number == 0 && tls_) return error(error_category::io, tls_->failure());
  return error(error_category::io, std::generic_category().message(outcome.error_number));
}

}  // namespace pgpipe::net
