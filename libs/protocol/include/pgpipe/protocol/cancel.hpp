#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <pgpipe/base/error.hpp>
#include <pgpipe/base/input_buffer.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/protocol/authenticator.hpp>
#include <pgpipe/protocol/connect_options.hpp>

namespace pgpipe::protocol {

// Which session a CancelRequest is for, and in which clothes it must go: the key is as good as a password, so that a
// session over TLS is cancelled over TLS.
struct cancel_target {
  std::int32_t process_id = 0;
  std::vector<std::byte> key = {};  // as BackendKeyData brought it: 4 bytes at protocol 3.0, up to 256 from 3.2 on
  bool tls = false;
  ssl_negotiation negotiation = ssl_negotiation::postgres;
};

// What the driver of a cancel_machine has to do, and by which functions it reports.
enum class cancel_action : std::uint8_t {
  start_tls,  // a whole TLS handshake as for the session itself; then tls_started(), or closed()
  transfer,   // write what the output shows, read into the input; then next_action(), or closed() at the stream's end
  done,       // the server has taken note, and closed the stream
  failed,     // failure() stands ready
};

// Sends one CancelRequest over a stream that has just been connected to the session's own address, without a socket
// (manual, "Canceling Requests in Progress"). The server answers nothing: it closes the stream once it has sent its
// signal. Whether there was something to cancel only the session itself tells. Call order: next_action(), do it,
// report, and again, until `done` or `failed`. The buffers, which are cleared, must outlive it.
class cancel_machine {
 public:
  cancel_machine(cancel_target target, input_buffer& input, output_buffer& output);

  [[nodiscard]] cancel_action next_action();
  void tls_started(const tls_facts& facts);
  // The stream has ended, or could not be used: before the request was written this is a failure.
  void closed(error cause);

  [[nodiscard]] const error& failure() const { return *failure_; }

 private:
  enum class step : std::uint8_t { ssl_answer, start_tls, request, done, failed };

  void read_ssl_answer();
  void begin_request();
  void fail_with(error cause);

  cancel_target target_;
  input_buffer* input_;
  output_buffer* output_;
  step step_ = step::request;
  std::optional<error> failure_;
};

}  // namespace pgpipe::protocol
