#include <cerrno>
#include <system_error>
#include <vector>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/stat.h>

#include <pgpipe/net/tls_context.hpp>

#include "openssl_error.hpp"

namespace pgpipe::net {
namespace {

using detail::take_openssl_error;

tl::unexpected<error> file_error(const std::string& what, const std::string& path, const std::string& why) {
  return fail(error_category::usage, what + " \"" + path + "\": " + why, retry_safety::safe);
}

result<void> load_roots(SSL_CTX* context, const tls_options& options) {
  if (options.use_system_roots) {
    if (::SSL_CTX_set_default_verify_paths(context) != 1)
      return fail(error_category::io, "could not load system root certificate paths: " + take_openssl_error());
    return {};
  }
  if (options.root_certificates.empty())
    return fail(error_category::usage, "a root certificate file is needed to verify the server's certificate",
                retry_safety::safe);
  if (::SSL_CTX_load_verify_locations(context, options.root_certificates.c_str(), nullptr) != 1)
    return file_error("could not read root certificate file", options.root_certificates, take_openssl_error());
  return {};
}

// A key that others can read is no secret. Root's own may be read by a group, as Debian's ssl-cert does.
result<void> check_key_permissions(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0)
    return file_error("could not read private key file", path, std::generic_category().message(errno));
  if (!S_ISREG(status.st_mode)) return file_error("private key file", path, "is not a regular file");
  const mode_t forbidden = status.st_uid == 0 ? S_IWGRP | S_IXGRP | S_IRWXO : S_IRWXG | S_IRWXO;
  if ((status.st_mode & forbidden) != 0) {
    return file_error("private key file", path,
                      "has group or world access; it must be u=rw (0600) or less if owned by the current user, or "
                      "u=rw,g=r (0640) or less if owned by root");
  }
  return {};
}

result<void> load_client_certificate(SSL_CTX* context, const tls_options& options) {
  if (options.client_certificate.empty()) return {};
  if (options.client_key.empty())
    return fail(error_category::usage,
                "certificate \"" + options.client_certificate + "\" is given without a private key",
                retry_safety::safe);
  if (::SSL_CTX_use_certificate_chain_file(context, options.client_certificate.c_str()) != 1)
    return file_error("could not read certificate file", options.client_certificate, take_openssl_error());
  if (auto checked = check_key_permissions(options.client_key); !checked) return checked;
  if (::SSL_CTX_use_PrivateKey_file(context, options.client_key.c_str(), SSL_FILETYPE_PEM) != 1)
    return file_error("could not load private key file", options.client_key, take_openssl_error());
  if (::SSL_CTX_check_private_key(context) != 1)
    return file_error("certificate does not match private key file", options.client_key, take_openssl_error());
  return {};
}

result<void> offer_protocol(SSL_CTX* context, const std::string& name) {
  if (name.empty()) return {};
  if (name.size() > 255)
    return fail(error_category::usage, "application protocol name is too long", retry_safety::safe);
  std::vector<unsigned char> list{static_cast<unsigned char>(name.size())};
  list.insert(list.end(), name.begin(), name.end());
  // Unlike its siblings this function returns 0 for success.
  if (::SSL_CTX_set_alpn_protos(context, list.data(), static_cast<unsigned>(list.size())) != 0)
    return fail(error_category::io, "could not set the application protocol: " + take_openssl_error());
  return {};
}

}  // namespace

result<tls_context> tls_context::make(const tls_options& options) {
  ::ERR_clear_error();
  std::shared_ptr<SSL_CTX> context(::SSL_CTX_new(::TLS_client_method()), ::SSL_CTX_free);
  if (!context) return fail(error_category::io, "could not create TLS context: " + take_openssl_error());
  ::SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  ::SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  // A server's tickets are of no use to sessions that are never resumed.
  ::SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  // Without a callback OpenSSL asks for an encrypted key's password on the terminal.
  ::SSL_CTX_set_default_passwd_cb(context.get(), [](char*, int, int, void*) { return -1; });

  if (options.verify != tls_verify::none) {
    if (auto loaded = load_roots(context.get(), options); !loaded) return fail(loaded.error());
    ::SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  }
  if (auto loaded = load_client_certificate(context.get(), options); !loaded) return fail(loaded.error());
  if (auto offered = offer_protocol(context.get(), options.application_protocol); !offered)
    return fail(offered.error());
  return tls_context(std::move(context), options.verify);
}

}  // namespace pgpipe::net
