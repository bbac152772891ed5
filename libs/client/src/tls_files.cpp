#include <string>

#include <unistd.h>

#include <pgpipe/client/surroundings.hpp>

#include "account.hpp"

namespace pgpipe {
namespace {

using protocol::ssl_mode;

bool exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

std::string given_or_personal(const std::string& given, std::string_view name) {
  return given.empty() ? detail::personal_file(".postgresql/" + std::string(name)) : given;
}

result<void> choose_authorities(ssl_mode mode, const protocol::connect_options& options, net::tls_options& tls) {
  tls.use_system_roots = options.sslrootcert == "system";
  if (!tls.use_system_roots) tls.root_certificates = given_or_personal(options.sslrootcert, "root.crt");
  const bool has_roots = tls.use_system_roots || exists(tls.root_certificates);
  if (mode == ssl_mode::verify_full) tls.verify = net::tls_verify::full;
  if (mode == ssl_mode::verify_ca || (mode == ssl_mode::require && has_roots)) tls.verify = net::tls_verify::ca;
  if (tls.verify != net::tls_verify::none && !has_roots) {
    return fail(error_category::usage,
                "root certificate file \"" +
                    (tls.root_certificates.empty() ? "~/.postgresql/root.crt" : tls.root_certificates) +
                    "\" does not exist: provide it, or change sslmode");
  }
  if (tls.verify == net::tls_verify::none) tls.root_certificates.clear();
  tls.revocation_directory = options.sslcrldir;
  tls.revocation_list = options.sslcrldir.empty() ? given_or_personal(options.sslcrl, "root.crl") : options.sslcrl;
  return {};
}

}  // namespace

result<net::tls_context> tls_context_for(ssl_mode mode, const protocol::connect_options& options) {
  net::tls_options tls;
  if (auto chosen = choose_authorities(mode, options, tls); !chosen) return fail(std::move(chosen).error());
  tls.oldest_version = options.ssl_min_protocol_version;
  tls.newest_version = options.ssl_max_protocol_version;
  tls.key_log = options.sslkeylogfile;
  if (options.sslcertmode == protocol::ssl_cert_mode::disable) return net::tls_context::make(tls);
  tls.client_certificate = given_or_personal(options.sslcert, "postgresql.crt");
  if (!tls.client_certificate.empty()) {
    tls.client_key = given_or_personal(options.sslkey, "postgresql.key");
    tls.client_key_password = options.sslpassword;
  }
  return net::tls_context::make(tls);
}

protocol::tls_facts facts_of(const net::tls_filter& tls) {
  return {tls.server_end_point(), tls.application_protocol(), tls.certificate_requested(), tls.certificate_sent()};
}

}  // namespace pgpipe
