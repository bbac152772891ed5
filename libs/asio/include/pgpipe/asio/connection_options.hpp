#pragma once

#include <chrono>
#include <cstddef>
#include <limits>

namespace pgpipe::asio_client {

struct connection_options {
  // Statements that query() keeps prepared; 0: each is parsed each time.
  std::size_t statement_cache = 0;
  // What may be sent and not answered yet, in requests and in their bytes. More than that waits in line, unsent, and is
  // sent as answers come; who awaits it simply awaits longer.
  std::size_t max_in_flight = 10'000;
  std::size_t max_in_flight_bytes = std::size_t{64} * 1024 * 1024;
  // Of rows, or COPY data, that a stream gets and nobody takes: about as much is stored, then the connection is read no
  // further until they are.
  std::size_t max_stored_bytes = std::size_t{1024} * 1024;
  // Requests in that line. One more fails at once, with category usage.
  std::size_t max_waiting = std::numeric_limits<std::size_t>::max();
  // How long a request may take that does not say it itself, by operation::within(). Zero: for ever.
  std::chrono::nanoseconds timeout{0};
  // Notifications that are kept until somebody asks for them by notification(); of more than these the newest are lost.
  std::size_t max_stored_notifications = 10'000;
  // The caller promises that one thread does everything: runs the executor, starts operations, destroys what they
  // return. The connection then needs no strand, and results that go to other coroutines need no copy of their rows.
  bool one_thread = false;
};

}  // namespace pgpipe::asio_client
