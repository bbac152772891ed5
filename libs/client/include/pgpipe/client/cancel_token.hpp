#pragma once

#include <chrono>
#include <memory>

#include <pgpipe/base/result.hpp>

namespace pgpipe {

namespace detail {
struct cancel_address;
}

// The right to cancel what a session is doing: a copyable handle that any thread may use at any time, also while the
// session's own thread waits for the server, and after the session has ended. It keeps the session's TLS configuration
// and cancel key.
class cancel_token {
 public:
  // Cancels nothing.
  cancel_token() = default;

  // Sends a CancelRequest over a connection of its own (manual, "Canceling Requests in Progress"): to the same address,
  // and over TLS where the session uses TLS. Returns when the server has taken note, that is, has signalled its
  // session, or after `timeout`, which counts for all of it; 0 waits for ever. Whether a statement was hit only the
  // session itself learns, by SQLSTATE 57014: it may have been done before, and then the next one may be hit. So send
  // nothing more on the session until this has returned. Errors: usage where the server gave no key; timeout; io.
  [[nodiscard]] result<void> cancel(std::chrono::milliseconds timeout = std::chrono::milliseconds(0)) const;

  // Whether there is anything to cancel: a token of a session whose server gave a key.
  [[nodiscard]] explicit operator bool() const;

 private:
  friend struct detail::cancel_address;
  explicit cancel_token(std::shared_ptr<const detail::cancel_address> address) : address_(std::move(address)) {}

  std::shared_ptr<const detail::cancel_address> address_;
};

}  // namespace pgpipe
