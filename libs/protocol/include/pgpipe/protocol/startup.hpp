#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pgpipe/base/error.hpp>
#include <pgpipe/base/input_buffer.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/authenticator.hpp>
#include <pgpipe/protocol/framer.hpp>
#include <pgpipe/protocol/frontend.hpp>

namespace pgpipe::protocol {

// What one start-up needs to know.
struct startup_request {
  std::uint32_t version = protocol_3_0;        // what is asked for
  std::uint32_t least_version = protocol_3_0;  // an older one is refused
  // Of the StartupMessage: `user`, and what else there is. Names that begin with "_pq_." ask for protocol extensions.
  std::vector<std::pair<std::string, std::string>> parameters;
  credentials secret;
};

// What a start-up brought.
struct startup_result {
  std::uint32_t protocol_version = protocol_3_0;
  std::map<std::string, std::string, std::less<>> parameters = {};  // of ParameterStatus
  std::int32_t process_id = 0;
  std::vector<std::byte> cancel_key = {};  // empty: the server gave none, nothing can be cancelled
  transaction_status status = transaction_status::idle;
  std::vector<server_message> notices = {};
  bool used_password = false;  // the server asked for the password
};

// From the StartupMessage to ReadyForQuery (manual, "Message Flow", "Start-up"). Call order: construct, which appends
// the StartupMessage to `output`; then after each arrival of bytes advance(), until it no longer says need_input. What
// stands behind ReadyForQuery stays in `input`. Both buffers must outlive the machine.
class startup {
 public:
  enum class progress : std::uint8_t { need_input, ready, failed };

  // No server needs more to become ready; one that sends more is not let in.
  static constexpr std::size_t greatest_bytes = std::size_t{4} << 20;

  startup(startup_request request, input_buffer& input, output_buffer& output);

  [[nodiscard]] progress advance();

  // The stream has ended; `cause` says how. Uses up what has arrived first.
  progress end_of_stream(error cause);

  // The size of the message at the front of the input as far as it is known, for input_buffer::prepare().
  [[nodiscard]] std::size_t wanted() const { return wanted_; }

  // After `ready`.
  [[nodiscard]] startup_result& outcome() { return outcome_; }
  // After `failed`.
  [[nodiscard]] const error& failure() const { return *failure_; }
  // The failure is an ErrorResponse that came before AuthenticationOk: a stream with or without TLS may do better.
  [[nodiscard]] bool refused_before_authentication() const { return refused_; }
  // The server has begun to authenticate the client: it speaks PostgreSQL's protocol and takes connections.
  [[nodiscard]] bool reached_authentication() const { return state_ != state::first_message; }
  // The server asked for a password and none is known.
  [[nodiscard]] bool needs_password() const { return authenticator_.needs_password(); }

 private:
  enum class state : std::uint8_t { first_message, authenticating, loading, ready };

  [[nodiscard]] bool is_plain_text() const;
  bool take_plain_text(bool at_end);
  [[nodiscard]] result<void> check_framing(framing outcome) const;
  result<void> on_message(const frame& message);
  result<void> on_early_message(const frame& message);
  result<void> on_late_message(const frame& message);
  result<void> on_negotiate_protocol_version(std::span<const std::byte> body);
  result<void> on_backend_key_data(std::span<const std::byte> body);
  result<void> on_parameter_status(std::span<const std::byte> body);
  result<void> on_ready_for_query(std::span<const std::byte> body);
  result<void> on_error_response(std::span<const std::byte> body);
  result<void> on_notice_response(std::span<const std::byte> body);

  startup_request request_;
  input_buffer* input_;
  output_buffer* output_;
  authenticator authenticator_;
  state state_ = state::first_message;
  std::size_t wanted_ = 0;
  std::size_t received_bytes_ = 0;
  bool negotiated_ = false;
  bool refused_ = false;
  startup_result outcome_;
  std::optional<error> failure_;
};

}  // namespace pgpipe::protocol
