#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <tuple>
#include <vector>

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/stat.h>
#include <unistd.h>

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

// OpenSSL then looks for a list of every authority in the chain, and refuses where it finds none.
result<void> load_revocations(SSL_CTX* context, const tls_options& options) {
  const auto or_null = [](const std::string& path) { return path.empty() ? nullptr : path.c_str(); };
  if (options.revocation_list.empty() && options.revocation_directory.empty()) return {};
  struct stat status{};
  if (!options.revocation_directory.empty() &&
      (::stat(options.revocation_directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)))
    return file_error("certificate revocation list directory", options.revocation_directory, "does not exist");
  X509_STORE* store = ::SSL_CTX_get_cert_store(context);
  if (::X509_STORE_load_locations(store, or_null(options.revocation_list), or_null(options.revocation_directory)) != 1)
    return file_error("could not read certificate revocation list file", options.revocation_list, take_openssl_error());
  ::X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
  return {};
}

// What OpenSSL is told when it meets an encrypted key; without a callback it would ask on the terminal.
struct key_password {
  const std::string& text;
  bool asked = false;
};

int give_password(char* into, int size, int /*writing*/, void* password) {
  auto* known = static_cast<key_password*>(password);
  if (known == nullptr) return -1;
  known->asked = true;
  if (known->text.empty() || known->text.size() > static_cast<std::size_t>(size)) return -1;
  std::copy(known->text.begin(), known->text.end(), into);
  return static_cast<int>(known->text.size());
}

// PEM, or else DER. The errors that stay are those of PEM.
bool load_key_file(SSL_CTX* context, const char* path) {
  if (::SSL_CTX_use_PrivateKey_file(context, path, SSL_FILETYPE_PEM) == 1) return true;
  ::ERR_set_mark();
  const bool loaded = ::SSL_CTX_use_PrivateKey_file(context, path, SSL_FILETYPE_ASN1) == 1;
  ::ERR_pop_to_mark();
  return loaded;
}

result<void> load_key(SSL_CTX* context, const tls_options& options) {
  key_password password{options.client_key_password};
  ::SSL_CTX_set_default_passwd_cb_userdata(context, &password);
  const bool loaded = load_key_file(context, options.client_key.c_str());
  ::SSL_CTX_set_default_passwd_cb_userdata(context, nullptr);
  if (loaded) return {};
  const std::string why = take_openssl_error();
  if (password.asked && password.text.empty())
    return file_error("private key file", options.client_key, "is encrypted, and no sslpassword is given");
  if (password.asked) return file_error("private key file", options.client_key, "sslpassword does not open it: " + why);
  return file_error("could not load private key file", options.client_key, why);
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
  if (auto loaded = load_key(context, options); !loaded) return loaded;
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

result<void> limit_versions(SSL_CTX* context, const tls_options& options) {
  if (::SSL_CTX_set_min_proto_version(context, options.oldest_version) != 1 ||
      ::SSL_CTX_set_max_proto_version(context, options.newest_version) != 1)
    return fail(error_category::usage, "could not set the range of TLS versions: " + take_openssl_error(),
                retry_safety::safe);
  return {};
}

// The files that secrets go to, kept by their contexts: OpenSSL's callback gets no pointer of ours.
int key_log_index() {
  static const int index =
      ::SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr,
                                 [](void* /*parent*/, void* path, CRYPTO_EX_DATA* /*data*/, int /*index*/,
                                    long /*argument*/, void* /*pointer*/) { delete static_cast<std::string*>(path); });
  return index;
}

// A file that others cannot read; what cannot be written is lost, as it serves debugging only.
void append_key_line(const SSL* session, const char* line) {
  const auto* path =
      static_cast<const std::string*>(::SSL_CTX_get_ex_data(::SSL_get_SSL_CTX(session), key_log_index()));
  const int file = ::open(path->c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  const std::string text = std::string(line) + '\n';
  static_cast<void>(::write(file, text.data(), text.size()) == 0);
  ::close(file);
}

result<void> log_keys(SSL_CTX* context, const std::string& path) {
  if (path.empty()) return {};
  auto kept = std::make_unique<std::string>(path);
  if (::SSL_CTX_set_ex_data(context, key_log_index(), kept.get()) != 1)
    return fail(error_category::io, "could not keep the key log's name: " + take_openssl_error());
  std::ignore = kept.release();
  ::SSL_CTX_set_keylog_callback(context, append_key_line);
  return {};
}

}  // namespace

result<tls_context> tls_context::make(const tls_options& options) {
  ::ERR_clear_error();
  std::shared_ptr<SSL_CTX> context(::SSL_CTX_new(::TLS_client_method()), ::SSL_CTX_free);
  if (!context) return fail(error_category::io, "could not create TLS context: " + take_openssl_error());
  if (auto limited = limit_versions(context.get(), options); !limited) return fail(limited.error());
  ::SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  // A server's tickets are of no use to sessions that are never resumed.
  ::SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);

  ::SSL_CTX_set_default_passwd_cb(context.get(), give_password);

  if (options.verify != tls_verify::none) {
    if (auto loaded = load_roots(context.get(), options); !loaded) return fail(loaded.error());
    if (auto loaded = load_revocations(context.get(), options); !loaded) return fail(loaded.error());
    ::SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  }
  if (auto loaded = load_client_certificate(context.get(), options); !loaded) return fail(loaded.error());
  if (auto kept = log_keys(context.get(), options.key_log); !kept) return fail(kept.error());
  if (auto offered = offer_protocol(context.get(), options.application_protocol); !offered)
    return fail(offered.error());
  return tls_context(std::move(context), options.verify);
}

}  // namespace pgpipe::net
