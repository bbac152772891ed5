#include <charconv>
#include <optional>

#include <pgpipe/protocol/saslprep.hpp>
#include <pgpipe/protocol/scram.hpp>

#include "base64.hpp"
#include "digest.hpp"
#include "text.hpp"

namespace pgpipe::protocol {
namespace {

std::string_view gs2_header(scram_binding binding) {
  switch (binding) {
    case scram_binding::unsupported: return "n,,";
    case scram_binding::not_offered: return "y,,";
    case scram_binding::used: return "p=tls-server-end-point,,";
  }
  return "n,,";
}

tl::unexpected<error> malformed(std::string_view what) {
  return fail(error_category::protocol, "malformed SCRAM message from the server: " + std::string(what));
}

// Cuts "name=value" off the front of a message, with the comma behind it.
std::optional<std::string_view> take_attribute(std::string_view& message, char name) {
  if (message.size() < 2 || message[0] != name || message[1] != '=') return std::nullopt;
  const std::size_t comma = message.find(',');
  const std::string_view value = message.substr(2, comma == std::string_view::npos ? comma : comma - 2);
  message.remove_prefix(comma == std::string_view::npos ? message.size() : comma + 1);
  return value;
}

struct challenge {
  std::string nonce;
  std::string salt;
  std::uint32_t iterations = 0;
};

result<challenge> parse_challenge(std::string_view message) {
  const std::optional<std::string_view> nonce = take_attribute(message, 'r');
  if (!nonce) return malformed("no nonce");
  const std::optional<std::string_view> encoded_salt = take_attribute(message, 's');
  if (!encoded_salt) return malformed("no salt");
  const std::optional<std::string> salt = decode_base64(*encoded_salt);
  if (!salt || salt->empty()) return malformed("invalid salt");
  const std::optional<std::string_view> count = take_attribute(message, 'i');
  if (!count) return malformed("no iteration count");
  std::uint32_t iterations = 0;
  const auto [end, failure] = std::from_chars(count->data(), count->data() + count->size(), iterations);
  if (failure == std::errc::result_out_of_range) {
    iterations = 0xffffffff;
  } else if (failure != std::errc() || end != count->data() + count->size() || iterations == 0) {
    return malformed("invalid iteration count");
  }
  if (!message.empty()) return malformed("unknown attribute behind the iteration count");
  return challenge{std::string(*nonce), *salt, iterations};
}

result<void> check_iterations(std::uint32_t iterations, const scram_limits& limits) {
  const bool too_many = iterations > limits.greatest_iterations;
  if (!too_many && iterations >= limits.least_iterations) return {};
  const std::uint32_t limit = too_many ? limits.greatest_iterations : limits.least_iterations;
  return fail(error_category::protocol, "the server asks for " + std::to_string(iterations) + " SCRAM iterations; " +
                                            (too_many ? "at most " : "at least ") + std::to_string(limit) +
                                            " are allowed");
}

// What the password and a challenge give; wiped when done.
struct keys {
  scram_client::digest salted{}, client{}, stored{}, server{};

  ~keys() { wipe(this, sizeof *this); }
  bool derive(std::string_view password, const challenge& asked) {
    return pbkdf2_sha256(password, asked.salt, asked.iterations, salted) && hmac_sha256(salted, "Client Key", client) &&
           sha256(as_text(client), stored) && hmac_sha256(salted, "Server Key", server);
  }
  bool take(const scram_keys& given) {
    client = given.client;
    server = given.server;
    return sha256(as_text(client), stored);
  }
};

}  // namespace

scram_client::scram_client(std::string_view password, const scram_nonce& nonce, scram_binding binding,
                           std::span<const std::byte> end_point, scram_limits limits)
    : password_(saslprep(password)),
      nonce_(encode_base64(text_of(nonce))),
      binding_(binding),
      binding_input_(gs2_header(binding)),
      limits_(limits) {
  if (binding == scram_binding::used) binding_input_ += text_of(end_point);
}

scram_client::scram_client(const scram_keys& keys, const scram_nonce& nonce, scram_binding binding,
                           std::span<const std::byte> end_point, scram_limits limits)
    : scram_client(std::string_view(), nonce, binding, end_point, limits) {
  keys_ = keys;
}

scram_client::~scram_client() {
  wipe(password_.data(), password_.size());
  if (keys_) wipe(&*keys_, sizeof *keys_);
}

std::string_view scram_client::mechanism() const {
  return binding_ == scram_binding::used ? "SCRAM-SHA-256-PLUS" : "SCRAM-SHA-256";
}

// The user name stands in the StartupMessage; servers ignore the one here.
std::string scram_client::first_message() const { return std::string(gs2_header(binding_)) + "n=,r=" + nonce_; }

result<std::string> scram_client::final_message(std::string_view server_first) {
  const result<challenge> asked = parse_challenge(server_first);
  if (!asked) return fail(asked.error());
  if (asked->nonce.size() <= nonce_.size() || asked->nonce.compare(0, nonce_.size(), nonce_) != 0) {
    return fail(error_category::protocol, "the server's SCRAM nonce does not begin with the client's");
  }
  if (const result<void> checked = check_iterations(asked->iterations, limits_); !checked) return fail(checked.error());

  const std::string without_proof = "c=" + encode_base64(binding_input_) + ",r=" + asked->nonce;
  const std::string exchanged = "n=,r=" + nonce_ + "," + std::string(server_first) + "," + without_proof;
  keys derived;
  digest signature{};
  const bool known = keys_ ? derived.take(*keys_) : derived.derive(password_, *asked);
  if (!known || !hmac_sha256(derived.stored, exchanged, signature) ||
      !hmac_sha256(derived.server, exchanged, server_signature_)) {
    return fail(error_category::io, "the cryptographic library failed at SCRAM-SHA-256");
  }
  digest proof{};
  for (std::size_t i = 0; i != proof.size(); ++i) proof[i] = derived.client[i] ^ signature[i];
  proof_sent_ = true;
  return without_proof + ",p=" + encode_base64(as_text(proof));
}

result<void> scram_client::verify(std::string_view server_final) const {
  if (!proof_sent_) return malformed("it ends the exchange before the client's proof");
  if (const std::optional<std::string_view> refusal = take_attribute(server_final, 'e')) {
    return fail(error_category::protocol, "the server refuses SCRAM authentication: " + std::string(*refusal));
  }
  const std::optional<std::string_view> encoded = take_attribute(server_final, 'v');
  if (!encoded || !server_final.empty()) return malformed("no server signature");
  const std::optional<std::string> signature = decode_base64(*encoded);
  if (!signature) return malformed("invalid server signature");
  if (!equal_in_constant_time(*signature, as_text(server_signature_))) {
    return fail(error_category::protocol, "incorrect server signature: the server does not know the password");
  }
  return {};
}

}  // namespace pgpipe::protocol
