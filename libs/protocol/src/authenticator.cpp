#include <algorithm>
#include <array>
#include <string_view>

#include <pgpipe/protocol/authenticator.hpp>
#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/md5_password.hpp>

#include "broken.hpp"
#include "text.hpp"

namespace pgpipe::protocol {
namespace {

std::string name_of(authentication_kind kind) {
  switch (static_cast<std::uint32_t>(kind)) {
    case 0: return "AuthenticationOk";
    case 1:
    case 2: return "Kerberos";
    case 3: return "cleartext password";
    case 4: return "crypt";
    case 5: return "MD5 password";
    case 6: return "SCM credential";
    case 7:
    case 8: return "GSSAPI";
    case 9: return "SSPI";
    case 10:
    case 11:
    case 12: return "SASL";
    default: return "number " + std::to_string(static_cast<std::uint32_t>(kind));
  }
}

// The method that a server's request belongs to; those that pgpipe has not are refused by name later.
auth_method method_of(authentication_kind kind) {
  switch (kind) {
    case authentication_kind::cleartext_password: return auth_method::password;
    case authentication_kind::md5_password: return auth_method::md5;
    case authentication_kind::gss:
    case authentication_kind::gss_continue: return auth_method::gss;
    case authentication_kind::sspi: return auth_method::sspi;
    default: return auth_method::scram_sha_256;
  }
}

}  // namespace

result<void> authenticator::on_message(std::span<const std::byte> body, output_buffer& output) {
  authentication message;
  if (!decode(body, message)) return broken("malformed " + name_of(message.kind) + " authentication message");
  if (message.kind == authentication_kind::ok) return on_ok();
  if (const result<void> allowed = check_allowed(method_of(message.kind), name_of(message.kind)); !allowed) {
    return allowed;
  }
  switch (message.kind) {
    case authentication_kind::ok: break;
    case authentication_kind::cleartext_password: return on_cleartext_password(output);
    case authentication_kind::md5_password: return on_md5_password(message.payload, output);
    case authentication_kind::sasl: return on_sasl(message, output);
    case authentication_kind::sasl_continue: return on_sasl_continue(message.payload, output);
    case authentication_kind::sasl_final: return on_sasl_final(message.payload);
    case authentication_kind::kerberos_v5:
    case authentication_kind::gss:
    case authentication_kind::gss_continue:
    case authentication_kind::sspi: break;
  }
  return fail(error_category::protocol,
              "the server asks for " + name_of(message.kind) + " authentication, which is not supported");
}

result<void> authenticator::on_ok() {
  if (step_ == step::sasl_challenge || step_ == step::sasl_final) {
    return broken("the server ends SCRAM authentication before it has proved itself");
  }
  if (step_ == step::done) return broken("the server authenticates twice");
  if (step_ == step::initial && !secret_.require_auth.allows(auth_method::none)) {
    return broken("require_auth=" + secret_.require_auth.text() +
                  " is not met: the server lets the client in without authentication");
  }
  if (const result<void> shown = check_certificate(); !shown) return shown;
  if (secret_.channel_binding == channel_binding_mode::require && !bound_) {
    return broken("channel binding is required, but the server authenticated the client without it");
  }
  step_ = step::done;
  return {};
}

result<void> authenticator::check_certificate() const {
  if (secret_.certificate != ssl_cert_mode::require) return {};
  if (!secret_.facts.certificate_requested) {
    return broken("sslcertmode=require is not met: the server did not ask for a client certificate");
  }
  if (secret_.facts.certificate_sent) return {};
  return broken("sslcertmode=require is not met: the server let the client in without a certificate");
}

// Before anything is said: no password is sent in a way that was not allowed.
result<void> authenticator::check_allowed(auth_method method, std::string_view request) const {
  if (secret_.require_auth.allows(method)) return {};
  return broken("require_auth=" + secret_.require_auth.text() + " is not met: the server asks for " +
                std::string(request) + " authentication");
}

result<void> authenticator::on_cleartext_password(output_buffer& output) {
  if (const result<void> begun = begin_password(); !begun) return begun;
  return send_password(secret_.password, output);
}

result<void> authenticator::on_md5_password(std::span<const std::byte> salt, output_buffer& output) {
  if (const result<void> begun = begin_password(); !begun) return begun;
  std::array<std::byte, 4> copied{};
  std::copy(salt.begin(), salt.end(), copied.begin());
  const result<std::string> answer = md5_password(secret_.user, secret_.password, copied);
  if (!answer) return fail(answer.error());
  return send_password(*answer, output);
}

// The password itself, or a hash of it that a rogue server can guess from: never sent where binding is demanded.
result<void> authenticator::begin_password() {
  if (step_ != step::initial) return broken("the server asks for a password out of order");
  used_password_ = true;
  if (secret_.channel_binding == channel_binding_mode::require) {
    return broken("channel binding is required, but the server asks for a password without it");
  }
  needs_password_ = secret_.password.empty();
  if (needs_password_) return fail(error_category::usage, std::string(no_password_supplied));
  return {};
}

result<void> authenticator::send_password(std::string_view answer, output_buffer& output) {
  if (!password_message(output, answer)) return fail(error_category::usage, "the password cannot be sent");
  step_ = step::password_sent;
  return {};
}

result<scram_binding> authenticator::choose_binding(const authentication& message) const {
  const string_list offered = message.mechanisms();
  const bool plain = std::find(offered.begin(), offered.end(), "SCRAM-SHA-256") != offered.end();
  const bool plus = std::find(offered.begin(), offered.end(), "SCRAM-SHA-256-PLUS") != offered.end();
  const bool able =
      secret_.tls && !secret_.facts.end_point.empty() && secret_.channel_binding != channel_binding_mode::disable;
  if (plus && !secret_.tls) return broken("the server offers SCRAM-SHA-256-PLUS on a stream without TLS");
  if (plus && able) return scram_binding::used;
  if (secret_.channel_binding == channel_binding_mode::require) {
    if (!secret_.tls) return broken("channel binding is required, but the stream does not use TLS");
    if (!plus) return broken("channel binding is required, but the server does not offer SCRAM-SHA-256-PLUS");
    return broken("channel binding is required, but the server's certificate gives no hash for it");
  }
  if (!plain) return broken("none of the server's SASL authentication mechanisms is supported");
  return able ? scram_binding::not_offered : scram_binding::unsupported;
}

result<void> authenticator::on_sasl(const authentication& message, output_buffer& output) {
  if (step_ != step::initial) return broken("the server asks for SASL authentication out of order");
  const result<scram_binding> binding = choose_binding(message);
  if (!binding) return fail(binding.error());
  used_password_ = true;
  needs_password_ = secret_.password.empty() && !secret_.keys;
  if (needs_password_) return fail(error_category::usage, std::string(no_password_supplied));
  if (secret_.keys) {
    scram_.emplace(*secret_.keys, secret_.nonce, *binding, secret_.facts.end_point, secret_.scram);
  } else {
    scram_.emplace(secret_.password, secret_.nonce, *binding, secret_.facts.end_point, secret_.scram);
  }
  if (!sasl_initial_response(output, scram_->mechanism(), scram_->first_message())) {
    return fail(error_category::usage, "the SASL answer cannot be sent");
  }
  step_ = step::sasl_challenge;
  return {};
}

result<void> authenticator::on_sasl_continue(std::span<const std::byte> data, output_buffer& output) {
  if (step_ != step::sasl_challenge) return broken("the server sends a SASL challenge out of order");
  const result<std::string> answer = scram_->final_message(text_of(data));
  if (!answer) return fail(answer.error());
  if (!sasl_response(output, *answer)) return fail(error_category::usage, "the SASL answer cannot be sent");
  step_ = step::sasl_final;
  return {};
}

result<void> authenticator::on_sasl_final(std::span<const std::byte> data) {
  // An error may end the exchange early; a proof may not.
  if (step_ != step::sasl_final && step_ != step::sasl_challenge) {
    return broken("the server ends a SASL exchange that was not begun");
  }
  if (const result<void> verified = scram_->verify(text_of(data)); !verified) return verified;
  bound_ = scram_->mechanism() == "SCRAM-SHA-256-PLUS";
  step_ = step::sasl_verified;
  return {};
}

}  // namespace pgpipe::protocol
