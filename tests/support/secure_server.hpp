#pragma once

#include <cstdint>
#include <string>

#include "certificates.hpp"
#include "embedded/private_cluster.hpp"

namespace pgpipe::test {

// A private server of the test's own that also listens on 127.0.0.1 with TLS, under a certificate for localhost and
// 127.0.0.1. Its roles log in as their names say, all with the password "secret":
//   trusting, cleartext, md5ed, scram   by that method, with and without TLS
//   certified                           by the client certificate below, only with TLS
//   tls_only, plain_only                trusted with TLS only, without TLS only
// Throws pgpipe::exception where there is no server.
class secure_server {
 public:
  explicit secure_server(net::signature_kind signature = net::signature_kind::ecdsa);

  // A connection string for a role over TCP, without any ssl parameter.
  [[nodiscard]] std::string conninfo(const std::string& role, const std::string& more = "") const;

  // Over the Unix socket, as superuser.
  [[nodiscard]] std::string superuser_conninfo() const { return cluster_.conninfo(); }

  [[nodiscard]] std::uint16_t port() const { return cluster_.port(); }
  [[nodiscard]] const net::certificate_authority& authority() const { return authority_; }
  // The server's own certificate, and the one that role "certified" shows.
  [[nodiscard]] const net::certificate& certificate() const { return server_; }
  [[nodiscard]] const net::certificate& client_certificate() const { return client_; }
  // Files in PEM: the authority's certificate, and what role "certified" shows.
  [[nodiscard]] const std::string& root_file() const { return root_.path(); }
  [[nodiscard]] const std::string& client_certificate_file() const { return client_certificate_.path(); }
  [[nodiscard]] const std::string& client_key_file() const { return client_key_.path(); }

 private:
  net::certificate_authority authority_;
  net::certificate server_;
  net::certificate client_;
  net::temporary_file root_;
  net::temporary_file client_certificate_;
  net::temporary_file client_key_;
  app::private_cluster cluster_;
};

}  // namespace pgpipe::test
