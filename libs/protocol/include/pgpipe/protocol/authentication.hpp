#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pgpipe/protocol/string_list.hpp>

namespace pgpipe::protocol {

// What an Authentication message says or asks, by its code.
enum class authentication_kind : std::uint32_t {
  ok = 0,
  kerberos_v5 = 2,
  cleartext_password = 3,
  md5_password = 5,
  gss = 7,
  gss_continue = 8,
  sspi = 9,
  sasl = 10,
  sasl_continue = 11,
  sasl_final = 12,
};

// A view into the message. The kind may be one that this client does not know: refusing it, by number, is start-up's.
struct authentication {
  authentication_kind kind = authentication_kind::ok;
  std::span<const std::byte> payload;  // md5_password: the 4 bytes of salt; *_continue, sasl_final: the data

  // For sasl: the mechanisms' names, the server's favourite first.
  [[nodiscard]] string_list mechanisms() const { return string_list(payload.first(payload.size() - 1)); }
};

// False also when the payload does not fit a known kind.
[[nodiscard]] bool decode(std::span<const std::byte> body, authentication& out);

}  // namespace pgpipe::protocol
