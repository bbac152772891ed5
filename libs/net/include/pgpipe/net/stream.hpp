#pragma once

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include <sys/socket.h>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/deadline.hpp>
#include <pgpipe/net/kernel_call.hpp>
#include <pgpipe/net/socket.hpp>
#include <pgpipe/net/tls_filter.hpp>
#include <pgpipe/net/transfer.hpp>
#include <pgpipe/net/wait.hpp>

namespace pgpipe::net {

// Moves bytes over a connected socket, in clear or through TLS. It buffers no plaintext: what is read stands in the
// caller's memory, what is written left or was handed to TLS. Signals never end a call early, and a vanished peer
// raises none.
//
// A blocking user: try_send() while there is something to send; when all is sent, receive(); when sending would block,
// wait() for both directions. An event loop: try_send() and try_receive() upon readiness, watching for writability too
// while has_unsent(), and calling flush() then. A receive that did not fill its span has emptied the stream: nothing
// more comes before the socket is readable again.
//
// The socket stays in blocking mode; the try_ functions ask for MSG_DONTWAIT each time.
class stream {
 public:
  stream() = default;
  explicit stream(socket connected) noexcept : socket_(std::move(connected)) {}

  [[nodiscard]] int fd() const { return socket_.fd(); }
  [[nodiscard]] bool is_open() const { return socket_.is_open(); }

  // Closes the socket at once; a TLS peer is told first if that can be done without waiting.
  void close();

  // Sends what can be sent without waiting.
  [[nodiscard]] transfer try_send(std::span<const std::byte> bytes) {
    if (tls_) return tls_send({&bytes, 1});
    return plain_send(bytes);
  }

  // The same for pieces that follow each other, in one system call; of many pieces only the first 64 are looked at.
  [[nodiscard]] transfer try_send(std::span<const std::span<const std::byte>> pieces);

  // Receives what has arrived.
  [[nodiscard]] transfer try_receive(std::span<std::byte> into) {
    if (tls_) return tls_receive(into, nullptr);
    return plain_receive(into, MSG_DONTWAIT);
  }

  // Waits until something arrives. Only for callers that have nothing to send meanwhile.
  [[nodiscard]] transfer receive(std::span<std::byte> into, deadline until = no_deadline) {
    if (tls_) return tls_receive(into, &until);
    return receive_until(into, until);
  }

  // Waits until one of the directions is ready. Ciphertext that is still to be sent is sent meanwhile.
  [[nodiscard]] wait_outcome wait(interest wanted, deadline until = no_deadline);

  // Bytes that count as sent still wait here for the socket to take them. Never true without TLS.
  [[nodiscard]] bool has_unsent() const { return tls_ && !tls_->ciphertext().empty(); }

  // Sends on what has_unsent() speaks of; would_block when some of it is left.
  [[nodiscard]] transfer flush();

  // From here on all bytes go through TLS; handshake() or try_handshake() comes next. `leftover` is what the caller has
  // read beyond the server's answer to SSLRequest: it must be empty, as it came unprotected and may be anybody's
  // (CVE-2021-23222).
  [[nodiscard]] result<void> start_tls(tls_filter filter, std::span<const std::byte> leftover);

  // Runs the handshake until it is done.
  [[nodiscard]] result<void> handshake(deadline until = no_deadline);

  // For event loops: one step without waiting. What to wait for before the next one, or none when the session stands.
  [[nodiscard]] result<interest> try_handshake();

  // nullptr without TLS.
  [[nodiscard]] const tls_filter* tls() const { return tls_.get(); }

  // The error that a transfer other than `ok` stands for.
  [[nodiscard]] error to_error(const transfer& outcome) const;

 private:
  [[nodiscard]] transfer plain_send(std::span<const std::byte> bytes) const {
    for (;;) {
      const ssize_t n = kernel_call::send(socket_.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (n >= 0) return transfer::moved(static_cast<std::size_t>(n));
      if (errno != EINTR) return stopped_by(errno);
    }
  }
  [[nodiscard]] transfer plain_receive(std::span<std::byte> into, int flags) const {
    for (;;) {
      const ssize_t n = kernel_call::recv(socket_.fd(), into.data(), into.size(), flags);
      if (n > 0) return transfer::moved(static_cast<std::size_t>(n));
      if (n == 0) return transfer::stopped(into.empty() ? transfer_status::ok : transfer_status::eof);
      if (errno != EINTR) return stopped_by(errno);
    }
  }
  [[nodiscard]] static transfer stopped_by(int number) {
    if (number == EAGAIN || number == EWOULDBLOCK) return transfer::stopped(transfer_status::would_block);
    return transfer::failed(number);
  }

  [[nodiscard]] transfer receive_until(std::span<std::byte> into, deadline until);
  [[nodiscard]] int arm(std::chrono::nanoseconds timeout);
  [[nodiscard]] transfer tls_send(std::span<const std::span<const std::byte>> pieces);
  [[nodiscard]] transfer tls_receive(std::span<std::byte> into, const deadline* until);
  [[nodiscard]] transfer feed_tls(const deadline* until);

  socket socket_;
  std::unique_ptr<tls_filter> tls_;
  std::chrono::nanoseconds armed_{0};  // what SO_RCVTIMEO is set to; 0 waits for ever
  bool drained_ = false;               // the last read for TLS took all that the socket had
};

}  // namespace pgpipe::net
