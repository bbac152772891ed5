#pragma once

#include <cstddef>
#include <cstdint>

namespace pgpipe::net {

enum class transfer_status : std::uint8_t {
  ok,           // `bytes` were moved; fewer than asked for means that no more is possible at the moment
  would_block,  // nothing was moved, and nothing can be before the socket is ready
  timed_out,    // nothing was moved before the deadline
  eof,          // the peer has closed its direction
  error,        // `error_number` says why; 0 when TLS failed, whose text the stream keeps
};

// The outcome of one attempt to move bytes: two registers, so that the hot path allocates nothing. Its error text is
// made by stream::to_error(), only when one is wanted.
struct transfer {
  std::size_t bytes = 0;
  int error_number = 0;
  transfer_status status = transfer_status::ok;

  [[nodiscard]] bool ok() const { return status == transfer_status::ok; }

  [[nodiscard]] static transfer moved(std::size_t n) { return {n, 0, transfer_status::ok}; }
  [[nodiscard]] static transfer stopped(transfer_status why) { return {0, 0, why}; }
  [[nodiscard]] static transfer failed(int number) { return {0, number, transfer_status::error}; }
};

}  // namespace pgpipe::net
