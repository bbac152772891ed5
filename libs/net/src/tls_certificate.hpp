#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <openssl/x509.h>

namespace pgpipe::net::detail {

// Whether a certificate is made out to an address in numbers: by an iPAddress entry or, where it has none, by its
// common name or a dNSName entry that spells the address, as libpq has it.
[[nodiscard]] bool names_address(X509* certificate, const std::string& address);

// The certificate's hash by RFC 5929, section 4.1; empty when it has none.
[[nodiscard]] std::vector<std::byte> end_point_hash(X509* certificate);

}  // namespace pgpipe::net::detail
