#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

namespace pgpipe::protocol {

// How a server may have a client authenticate itself. `none`: it lets the client in without an exchange, as by trust,
// peer or a client certificate.
enum class auth_method : std::uint8_t { none, password, md5, gss, sspi, scram_sha_256, oauth };

// Which ways of authentication a client goes along with (manual, connection parameter "require_auth").
class auth_requirement {
 public:
  // Everything is allowed.
  auth_requirement() = default;

  // "scram-sha-256,none" allows just these, "!password,!md5" everything else; an empty text everything. Usage errors
  // name the parameter.
  [[nodiscard]] static result<auth_requirement> parse(std::string_view text);

  [[nodiscard]] bool allows(auth_method method) const { return (allowed_ & bit(method)) != 0; }
  // As it was written.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static constexpr unsigned bit(auth_method method) { return 1U << static_cast<unsigned>(method); }

  unsigned allowed_ = ~0U;
  std::string text_;
};

}  // namespace pgpipe::protocol
