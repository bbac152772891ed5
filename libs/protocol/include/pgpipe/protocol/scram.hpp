#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

namespace pgpipe::protocol {

// Fresh random bytes for one authentication; 18 give 24 characters of base64, libpq's length.
using scram_nonce = std::array<std::byte, 18>;

// How many rounds of hashing a server may ask for. Too few make a stolen verifier cheap to guess from; too many let a
// rogue server burn the client's CPU, past any time-out. Ten million take some seconds; servers ask for 4,096.
struct scram_limits {
  std::uint32_t least_iterations = 1;
  std::uint32_t greatest_iterations = 10'000'000;
};

// What the client says about channel binding (RFC 5802, section 6): `unsupported`: it has no TLS or cannot;
// `not_offered`: it could, but the server offered no PLUS mechanism, which the server checks; `used`:
// SCRAM-SHA-256-PLUS.
enum class scram_binding : std::uint8_t { unsupported, not_offered, used };

// What a password and a salt come down to: enough to log in, for middleware that was handed it in the password's place.
struct scram_keys {
  std::array<std::byte, 32> client{};
  std::array<std::byte, 32> server{};
};

// The client of one SCRAM-SHA-256 or SCRAM-SHA-256-PLUS exchange (RFC 5802, RFC 7677; manual, "SASL Authentication").
// Call order: first_message(), final_message(what the server answered), verify(what it answered then). After an error
// the exchange is over: nothing more may be sent.
class scram_client {
 public:
  // `end_point` is the hash of the server's certificate, "tls-server-end-point" of RFC 5929; for scram_binding::used.
  scram_client(std::string_view password, const scram_nonce& nonce, scram_binding binding = scram_binding::unsupported,
               std::span<const std::byte> end_point = {}, scram_limits limits = {});
  // With the keys in the password's place: the server's salt and iterations must be those that the keys were made with.
  scram_client(const scram_keys& keys, const scram_nonce& nonce, scram_binding binding = scram_binding::unsupported,
               std::span<const std::byte> end_point = {}, scram_limits limits = {});
  scram_client(const scram_client&) = default;
  scram_client& operator=(const scram_client&) = default;
  ~scram_client();

  [[nodiscard]] std::string_view mechanism() const;
  [[nodiscard]] std::string first_message() const;

  // Checks the server's challenge and answers it with the proof that the password is known.
  [[nodiscard]] result<std::string> final_message(std::string_view server_first);

  // Success only when the server has proved that it knows the password too.
  [[nodiscard]] result<void> verify(std::string_view server_final) const;

  static constexpr std::size_t digest_bytes = 32;
  using digest = std::array<std::byte, digest_bytes>;

 private:
  std::string password_;  // after SASLprep
  std::optional<scram_keys> keys_;
  std::string nonce_;
  scram_binding binding_;
  std::string binding_input_;  // the GS2 header and the channel binding data
  scram_limits limits_;
  digest server_signature_{};
  bool proof_sent_ = false;
};

}  // namespace pgpipe::protocol
