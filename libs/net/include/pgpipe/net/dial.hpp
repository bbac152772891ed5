#pragma once

#include <chrono>
#include <cstdint>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/address.hpp>
#include <pgpipe/net/deadline.hpp>
#include <pgpipe/net/socket.hpp>

namespace pgpipe::net {

// How a TCP connection finds out that its peer is gone (PostgreSQL manual, connection parameters "keepalives" and
// following). Zero leaves the system's setting. Unix-domain sockets need none of it.
struct dial_options {
  bool keepalives = true;
  std::chrono::seconds keepalives_idle{0};
  std::chrono::seconds keepalives_interval{0};
  int keepalives_count = 0;
  std::chrono::milliseconds tcp_user_timeout{0};
};

enum class dial_state : std::uint8_t {
  connected,     // the socket is ready for use
  in_progress,   // wait until it is writable, then finish_dial()
  backlog_full,  // a Unix-domain server has no room for the request yet: start again after a pause
};

struct started_dial {
  socket connection;  // not open when the backlog is full
  dial_state state;
};

// For event loops: begins to connect and does not wait. TCP_NODELAY and close-on-exec are set. An error's text is the
// system's reason alone, here and below: the caller knows by which names it tried.
[[nodiscard]] result<started_dial> start_dial(const socket_address& to, const dial_options& options = {});

// Ends what start_dial() began, once the socket is writable. The socket is then in blocking mode, as stream wants it.
[[nodiscard]] result<void> finish_dial(const socket& connection);

// Connects, waiting until the deadline at most; a timeout error after it.
[[nodiscard]] result<socket> dial(const socket_address& to, const dial_options& options = {},
                                  deadline until = no_deadline);

}  // namespace pgpipe::net
