#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <pgpipe/base/result.hpp>

struct ssl_ctx_st;

namespace pgpipe::net {

// How much of the server's certificate is believed (PostgreSQL manual, "SSL Support", client verification).
enum class tls_verify : std::uint8_t {
  none,  // encrypt only
  ca,    // the chain must end in a trusted root
  full,  // and the certificate must name the host
};

// Files are PEM. Paths are used as they are: defaults such as ~/.postgresql are the caller's business.
struct tls_options {
  tls_verify verify = tls_verify::none;
  std::string root_certificates;                    // needed to verify, unless use_system_roots
  bool use_system_roots = false;                    // what OpenSSL trusts by default
  std::string revocation_list;                      // a CRL; where one is given, every certificate is looked up in it
  std::string revocation_directory;                 // of CRLs under their hashed names, likewise
  std::string client_certificate;                   // with its chain; empty for none
  std::string client_key;                           // must be closed to group and others, as libpq demands
  std::string client_key_password;                  // of an encrypted key; empty: such a key is an error
  std::string application_protocol = "postgresql";  // ALPN; empty sends none
  std::uint16_t oldest_version = 0x0303;            // as TLS writes it: 0x0303 is TLS 1.2
  std::uint16_t newest_version = 0;                 // 0: whatever the library has
  std::string key_log;                              // sessions' secrets are appended here; empty: nowhere
};

// What all TLS sessions of one configuration share. Renegotiation and compression are off. Copies share one context;
// sessions keep it alive; it may be used from several threads.
class tls_context {
 public:
  // Reads the files. Usage errors name the file and what is wrong with it.
  [[nodiscard]] static result<tls_context> make(const tls_options& options);

  [[nodiscard]] tls_verify verify() const { return verify_; }
  [[nodiscard]] ssl_ctx_st* native() const { return context_.get(); }

 private:
  tls_context(std::shared_ptr<ssl_ctx_st> context, tls_verify verify) : context_(std::move(context)), verify_(verify) {}

  std::shared_ptr<ssl_ctx_st> context_;
  tls_verify verify_;
};

}  // namespace pgpipe::net
