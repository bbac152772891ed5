#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/authentication.hpp>
#include <pgpipe/protocol/connect_options.hpp>
#include <pgpipe/protocol/scram.hpp>

namespace pgpipe::protocol {

// How the failure ends where the server asks for a password and there is none.
inline constexpr std::string_view no_password_supplied = "no password supplied";

// What a TLS handshake has shown.
struct tls_facts {
  std::vector<std::byte> end_point =
      {};  // the server certificate's hash, "tls-server-end-point" of RFC 5929; may be empty
  std::string application_protocol = {};  // what the server chose by ALPN; empty: nothing
  bool certificate_requested = false;     // the server asked for a client certificate
  bool certificate_sent = false;          // and it was shown one
};

// What a client proves itself with, and what it demands of the server.
struct credentials {
  std::string user;
  std::string password;  // empty: none known
  scram_nonce nonce{};
  scram_limits scram;
  std::optional<scram_keys> keys;  // stand for the password where the server asks for SCRAM
  channel_binding_mode channel_binding = channel_binding_mode::prefer;
  auth_requirement require_auth;
  ssl_cert_mode certificate = ssl_cert_mode::allow;
  bool tls = false;  // the stream is encrypted
  tls_facts facts;   // about its handshake
};

// Answers the Authentication messages of one start-up, each by its on_message(), and refuses those that come out of
// order. After an error nothing was appended to the output, and the connection must end.
class authenticator {
 public:
  explicit authenticator(credentials secret) : secret_(std::move(secret)) {}

  [[nodiscard]] result<void> on_message(std::span<const std::byte> body, output_buffer& output);

  // AuthenticationOk has come, and nothing that was demanded is missing.
  [[nodiscard]] bool done() const { return step_ == step::done; }
  [[nodiscard]] bool used_password() const { return used_password_; }
  // The server asked for a password and none is known.
  [[nodiscard]] bool needs_password() const { return needs_password_; }

 private:
  enum class step : std::uint8_t { initial, password_sent, sasl_challenge, sasl_final, sasl_verified, done };

  result<void> on_ok();
  [[nodiscard]] result<void> check_certificate() const;
  [[nodiscard]] result<void> check_allowed(auth_method method, std::string_view request) const;
  result<void> on_cleartext_password(output_buffer& output);
  result<void> on_md5_password(std::span<const std::byte> salt, output_buffer& output);
  result<void> on_sasl(const authentication& message, output_buffer& output);
  result<void> on_sasl_continue(std::span<const std::byte> data, output_buffer& output);
  result<void> on_sasl_final(std::span<const std::byte> data);
  result<void> begin_password();
  result<void> send_password(std::string_view answer, output_buffer& output);
  [[nodiscard]] result<scram_binding> choose_binding(const authentication& message) const;

  credentials secret_;
  step step_ = step::initial;
  std::optional<scram_client> scram_;
  bool bound_ = false;  // the channel was bound, and the server proved itself
  bool used_password_ = false;
  bool needs_password_ = false;
};

}  // namespace pgpipe::protocol
