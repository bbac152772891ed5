#include "tls_server.hpp"

namespace pgpipe::net {
namespace {

int pick_first(SSL*, const unsigned char** out, unsigned char* size, const unsigned char* in, unsigned, void*) {
  *size = *in;
  *out = in + 1;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

tls_server::tls_server(const certificate& own, const tls_server_options& options)
    : context_(::SSL_CTX_new(::TLS_server_method()), ::SSL_CTX_free) {
  ::SSL_CTX_set_security_level(context_.get(), 0);  // for the old versions and hashes that clients must refuse
  ::SSL_CTX_set_min_proto_version(context_.get(), TLS1_VERSION);
  ::SSL_CTX_set_max_proto_version(context_.get(), options.newest_version);
  ::SSL_CTX_use_certificate(context_.get(), parse_certificate(own.pem).get());
  ::SSL_CTX_use_PrivateKey(context_.get(), parse_key(own.key).get());
  if (options.picks_protocol) ::SSL_CTX_set_alpn_select_cb(context_.get(), pick_first, nullptr);
  if (!options.client_authority.empty()) {
    ::X509_STORE_add_cert(::SSL_CTX_get_cert_store(context_.get()), parse_certificate(options.client_authority).get());
    ::SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  }
  session_ = {::SSL_new(context_.get()), ::SSL_free};
  ::SSL_set_bio(session_.get(), ::BIO_new(::BIO_s_mem()), ::BIO_new(::BIO_s_mem()));
  ::SSL_set_accept_state(session_.get());
}

std::vector<std::byte> tls_server::take() {
  std::vector<std::byte> bytes(::BIO_ctrl_pending(::SSL_get_wbio(session_.get())));
  if (!bytes.empty()) ::BIO_read(::SSL_get_wbio(session_.get()), bytes.data(), static_cast<int>(bytes.size()));
  return bytes;
}

std::vector<std::byte> tls_server::answer(std::span<const std::byte> arrived) {
  if (!arrived.empty()) ::BIO_write(::SSL_get_rbio(session_.get()), arrived.data(), static_cast<int>(arrived.size()));
  if (!is_connected()) ::SSL_do_handshake(session_.get());
  return take();
}

std::vector<std::byte> tls_server::send(std::span<const std::byte> plain) {
  ::SSL_write(session_.get(), plain.data(), static_cast<int>(plain.size()));
  return take();
}

std::string tls_server::received() {
  std::string all;
  std::string piece(16384, '\0');
  for (int n = 0; (n = ::SSL_read(session_.get(), piece.data(), static_cast<int>(piece.size()))) > 0;)
    all.append(piece, 0, static_cast<std::size_t>(n));
  return all;
}

std::vector<std::byte> tls_server::close() {
  ::SSL_shutdown(session_.get());
  return take();
}

std::string tls_server::server_name() const {
  const char* name = ::SSL_get_servername(session_.get(), TLSEXT_NAMETYPE_host_name);
  return name == nullptr ? "" : name;
}

std::string tls_server::client_name() const {
  X509* certificate = ::SSL_get0_peer_certificate(session_.get());
  if (certificate == nullptr) return {};
  char name[64] = {};
  ::X509_NAME_get_text_by_NID(::X509_get_subject_name(certificate), NID_commonName, name, sizeof name);
  return name;
}

}  // namespace pgpipe::net
