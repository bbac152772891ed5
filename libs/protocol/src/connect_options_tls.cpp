#include "option_reader.hpp"

namespace pgpipe::protocol {
namespace {

constexpr std::array ssl_modes = {
    named_value<ssl_mode>{"disable", ssl_mode::disable},
    named_value<ssl_mode>{"allow", ssl_mode::allow},
    named_value<ssl_mode>{"prefer", ssl_mode::prefer},
    named_value<ssl_mode>{"require", ssl_mode::require},
    named_value<ssl_mode>{"verify-ca", ssl_mode::verify_ca},
    named_value<ssl_mode>{"verify-full", ssl_mode::verify_full},
};
constexpr std::array negotiations = {
    named_value<ssl_negotiation>{"postgres", ssl_negotiation::postgres},
    named_value<ssl_negotiation>{"direct", ssl_negotiation::direct},
};
constexpr std::array cert_modes = {
    named_value<ssl_cert_mode>{"disable", ssl_cert_mode::disable},
    named_value<ssl_cert_mode>{"allow", ssl_cert_mode::allow},
    named_value<ssl_cert_mode>{"require", ssl_cert_mode::require},
};
constexpr std::array tls_versions = {
    named_value<std::uint16_t>{"TLSv1", tls_1_0},
    named_value<std::uint16_t>{"TLSv1.1", tls_1_1},
    named_value<std::uint16_t>{"TLSv1.2", tls_1_2},
    named_value<std::uint16_t>{"TLSv1.3", tls_1_3},
};
constexpr std::array switches = {named_value<bool>{"0", false}, named_value<bool>{"1", true}};

void read_mode(option_reader& from, connect_options& out) {
  const bool any_authority = out.sslrootcert == "system";
  if (any_authority) out.sslmode = ssl_mode::verify_full;
  if (from.text("sslmode").empty() && from.variable("PGREQUIRESSL").value_or("0").substr(0, 1) == "1") {
    out.sslmode = ssl_mode::require;
  }
  from.choose("sslmode", ssl_modes, out.sslmode);
  // Anybody can have a certificate of a public authority for a name of his own.
  if (any_authority && out.sslmode != ssl_mode::verify_full) {
    from.refuse("weak sslmode: sslrootcert=system needs sslmode=verify-full");
  }
  from.choose("sslnegotiation", negotiations, out.sslnegotiation);
  // There is nobody to ask whether TLS is spoken.
  if (out.sslnegotiation == ssl_negotiation::direct && out.sslmode < ssl_mode::require) {
    from.refuse("weak sslmode: sslnegotiation=direct needs sslmode require, verify-ca or verify-full");
  }
}

}  // namespace

void read_encryption(option_reader& from, connect_options& out) {
  out.sslrootcert = from.text("sslrootcert");
  out.sslcrl = from.text("sslcrl");
  out.sslcrldir = from.text("sslcrldir");
  out.sslcert = from.text("sslcert");
  out.sslkey = from.text("sslkey");
  out.sslpassword = from.text("sslpassword");
  out.sslkeylogfile = from.text("sslkeylogfile");
  out.sslsni = from.integer("sslsni", 1, "1 or 0") != 0;
  bool compressed = false;  // never, whatever is asked for: as OpenSSL is built today
  from.choose("sslcompression", switches, compressed);
  from.choose("sslcertmode", cert_modes, out.sslcertmode);
  from.choose("ssl_min_protocol_version", tls_versions, out.ssl_min_protocol_version, true);
  from.choose("ssl_max_protocol_version", tls_versions, out.ssl_max_protocol_version, true);
  if (out.ssl_max_protocol_version != 0 && out.ssl_max_protocol_version < out.ssl_min_protocol_version) {
    from.refuse("invalid ssl_max_protocol_version value: it is older than ssl_min_protocol_version");
  }
  read_mode(from, out);
}

}  // namespace pgpipe::protocol
