#pragma once

#include <cstdint>

#include <pgpipe/net/deadline.hpp>

namespace pgpipe::net {

// What a socket is watched for, or ready for.
enum class interest : std::uint8_t { none = 0, readable = 1, writable = 2, both = 3 };

[[nodiscard]] constexpr interest operator|(interest a, interest b) {
  return static_cast<interest>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
[[nodiscard]] constexpr interest operator&(interest a, interest b) {
  return static_cast<interest>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}
[[nodiscard]] constexpr bool includes(interest set, interest one) { return (set & one) != interest::none; }

// Which of the wanted directions may be tried: none when the deadline passed. A broken socket counts as ready, since
// the next attempt names the fault. `error_number` is not 0 when waiting itself failed.
struct wait_outcome {
  interest ready = interest::none;
  int error_number = 0;

  [[nodiscard]] bool timed_out() const { return ready == interest::none && error_number == 0; }
};

// Waits until one of the `wanted` directions of the descriptor is ready. Signals do not end the wait. A deadline that
// has passed asks once and does not wait.
[[nodiscard]] wait_outcome wait(int fd, interest wanted, deadline until);

// Whether the peer has closed its side, or the system knows the connection to be broken; what had arrived before may
// still be read. Looks once and does not wait.
[[nodiscard]] bool peer_has_closed(int fd);

}  // namespace pgpipe::net
