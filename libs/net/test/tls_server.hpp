#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <openssl/ssl.h>

#include "certificates.hpp"

namespace pgpipe::net {

struct tls_server_options {
  int newest_version = TLS1_3_VERSION;
  std::string client_authority;  // PEM; asks clients for a certificate that it signed
  bool picks_protocol = true;    // answers ALPN
};

// The server's end of a TLS session, between memory and memory: what OpenSSL itself makes of it.
class tls_server {
 public:
  explicit tls_server(const certificate& own, const tls_server_options& options = {});

  // Takes what the client sent, goes on with the handshake as far as possible, and returns what to send back.
  std::vector<std::byte> answer(std::span<const std::byte> arrived);
  // The ciphertext of `plain`, as one record up to 16 KiB.
  std::vector<std::byte> send(std::span<const std::byte> plain);
  // All plaintext that has arrived.
  std::string received();
  std::vector<std::byte> close();

  [[nodiscard]] bool is_connected() const { return ::SSL_is_init_finished(session_.get()) == 1; }
  [[nodiscard]] SSL* native() const { return session_.get(); }
  // The name that the client asked for by SNI.
  [[nodiscard]] std::string server_name() const;
  // The common name in the client's certificate.
  [[nodiscard]] std::string client_name() const;

 private:
  std::vector<std::byte> take();

  std::shared_ptr<SSL_CTX> context_;
  std::shared_ptr<SSL> session_;
};

}  // namespace pgpipe::net
