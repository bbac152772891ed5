#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pgpipe/base/error.hpp>
#include <pgpipe/base/input_buffer.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/connect_options.hpp>
#include <pgpipe/protocol/framer.hpp>
#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/scram.hpp>

namespace pgpipe::protocol {

// What one start-up needs to know.
struct startup_request {
  std::uint32_t version = protocol_3_0;
  std::vector<std::pair<std::string, std::string>> parameters;  // of the StartupMessage; `user` among them
  std::string password;                                         // empty: none
  scram_nonce nonce{};
  scram_limits scram;
  channel_binding_mode channel_binding = channel_binding_mode::prefer;
  bool tls = false;                  // the stream is encrypted
  std::vector<std::byte> end_point;  // "tls-server-end-point" of RFC 5929; empty: not known
};

// What a start-up brought.
struct startup_result {
  std::uint32_t protocol_version = protocol_3_0;
  std::map<std::string, std::string, std::less<>> parameters;  // of ParameterStatus
  std::int32_t process_id = 0;
  std::vector<std::byte> cancel_key;  // empty: the server gave none, nothing can be cancelled
  transaction_status status = transaction_status::idle;
  std::vector<server_message> notices;
  bool used_password = false;  // the server asked for the password
};

// From the StartupMessage to ReadyForQuery (manual, "Message Flow", "Start-up"). Call order: construct, which appends
// the StartupMessage to `output`; then after each arrival of bytes advance(), until it no longer says need_input. What
// stands behind ReadyForQuery stays in `input`. Both buffers must outlive the machine.
class startup {
 public:
  enum class progress : std::uint8_t { need_input, ready, failed };

  startup(startup_request request, input_buffer& input, output_buffer& output);

  [[nodiscard]] progress advance();
  // The stream has ended; `cause` says how. Failed afterwards, with the server's last words where there were any.
  void end_of_stream(error cause);

  // The size of the message at the front of the input as far as it is known, for input_buffer::prepare().
  [[nodiscard]] std::size_t wanted() const { return wanted_; }

  // After `ready`.
  [[nodiscard]] startup_result& outcome() { return outcome_; }
  // After `failed`.
  [[nodiscard]] const error& failure() const { return *failure_; }
  // The failure is an ErrorResponse that came before AuthenticationOk: another kind of encryption may do better.
  [[nodiscard]] bool refused_before_authentication() const { return refused_; }
  // The server asked for a password and none is known.
  [[nodiscard]] bool needs_password() const { return needs_password_; }

 private:
  enum class state : std::uint8_t {
    first_message,
    authenticating,
    sasl_challenge,
    sasl_final,
    sasl_done,
    loading,
    ready
  };

  bool plain_text_error();
  result<void> on_message(const frame& message);
  result<void> on_authentication(std::span<const std::byte> body);
  result<void> on_sasl(std::span<const std::byte> mechanisms);
  result<void> on_sasl_continue(std::span<const std::byte> data);
  result<void> on_sasl_final(std::span<const std::byte> data);
  result<void> on_authentication_ok();
  result<void> on_negotiate_protocol_version(std::span<const std::byte> body);
  result<void> on_backend_key_data(std::span<const std::byte> body);
  result<void> on_parameter_status(std::span<const std::byte> body);
  result<void> on_ready_for_query(std::span<const std::byte> body);
  result<void> on_error_response(std::span<const std::byte> body);
  result<void> require_password();
  progress fail_with(error cause);

  startup_request request_;
  input_buffer* input_;
  output_buffer* output_;
  state state_ = state::first_message;
  std::size_t wanted_ = 0;
  std::size_t received_ = 0;
  std::optional<scram_client> scram_;
  bool bound_ = false;  // the channel was bound and the server proved itself
  bool negotiated_ = false;
  bool refused_ = false;
  bool needs_password_ = false;
  startup_result outcome_;
  std::optional<error> failure_;
};

}  // namespace pgpipe::protocol
