#include <algorithm>
#include <limits>
#include <utility>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <pgpipe/net/address.hpp>
#include <pgpipe/net/tls_filter.hpp>

#include "openssl_error.hpp"
#include "tls_certificate.hpp"

namespace pgpipe::net {
namespace {

using detail::take_openssl_error;

int to_int(std::size_t n) { return static_cast<int>(std::min<std::size_t>(n, std::numeric_limits<int>::max())); }

result<void> require_name(SSL* session, const std::string& name) {
  // A leading dot would make OpenSSL accept every name below it.
  if (name.empty() || name.front() == '.')
    return fail(error_category::usage, "host name must be specified for a verified TLS connection", retry_safety::safe);
  X509_VERIFY_PARAM* rules = ::SSL_get0_param(session);
  ::X509_VERIFY_PARAM_set_hostflags(rules, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  if (::X509_VERIFY_PARAM_set1_host(rules, name.data(), name.size()) != 1)
    return fail(error_category::io, "could not set the host name to verify: " + take_openssl_error());
  return {};
}

}  // namespace

void tls_filter::free_session::operator()(ssl_st* session) const { ::SSL_free(session); }

tls_filter::tls_filter(std::unique_ptr<ssl_st, free_session> session, bio_st* input, bio_st* output,
                       std::string server_name, bool match_address)
    : session_(std::move(session)),
      input_(input),
      output_(output),
      server_name_(std::move(server_name)),
      match_address_(match_address) {
  const auto on_request = [](SSL* /*session*/, void* requested) {
    *static_cast<bool*>(requested) = true;
    return 1;
  };
  ::SSL_set_cert_cb(session_.get(), on_request, certificate_requested_.get());
}
tls_filter::tls_filter(tls_filter&&) noexcept = default;
tls_filter& tls_filter::operator=(tls_filter&&) noexcept = default;
tls_filter::~tls_filter() = default;

result<tls_filter> tls_filter::make(const tls_context& context, const tls_peer& peer) {
  ::ERR_clear_error();
  std::unique_ptr<SSL, free_session> session(::SSL_new(context.native()));
  BIO* input = ::BIO_new(::BIO_s_mem());
  BIO* output = ::BIO_new(::BIO_s_mem());
  if (!session || input == nullptr || output == nullptr) {
    ::BIO_free(input);
    ::BIO_free(output);
    return fail(error_category::io, "could not create TLS session: " + take_openssl_error());
  }
  ::SSL_set_bio(session.get(), input, output);
  ::SSL_set_connect_state(session.get());

  const bool match_name = context.verify() == tls_verify::full;
  const bool match_address = match_name && is_numeric_host(peer.server_name);
  if (match_name && !match_address) {
    if (auto required = require_name(session.get(), peer.server_name); !required) return fail(required.error());
  }
  if (!peer.sni.empty() && !is_numeric_host(peer.sni) &&
      ::SSL_set_tlsext_host_name(session.get(), peer.sni.c_str()) != 1)
    return fail(error_category::io, "could not set the server name indication: " + take_openssl_error());
  return tls_filter(std::move(session), input, output, peer.server_name, match_address);
}

std::string tls_filter::mismatch() const {
  return "server certificate does not match host name \"" + server_name_ + "\"";
}

std::string tls_filter::describe_failure(int code) const {
  if (code == SSL_ERROR_ZERO_RETURN) return "TLS session was closed by the server";
  const std::string reason = take_openssl_error();
  // The verdict is made without verification too, but says nothing about the failure then.
  const bool verifies = ::SSL_get_verify_mode(session_.get()) != SSL_VERIFY_NONE;
  const long verdict = ::SSL_get_verify_result(session_.get());
  if (!verifies || verdict == X509_V_OK) return "TLS error: " + reason;
  if (verdict == X509_V_ERR_HOSTNAME_MISMATCH) return mismatch();
  return std::string("TLS error: certificate verify failed: ") + ::X509_verify_cert_error_string(verdict);
}

result<bool> tls_filter::handshake() {
  if (!failure_.empty()) return fail(error_category::io, failure_, retry_safety::safe);
  ::ERR_clear_error();
  const int outcome = ::SSL_do_handshake(session_.get());
  if (outcome != 1) {
    const int code = ::SSL_get_error(session_.get(), outcome);
    if (code == SSL_ERROR_WANT_READ || code == SSL_ERROR_WANT_WRITE) return false;
    failure_ = describe_failure(code);
    return fail(error_category::io, failure_, retry_safety::safe);
  }
  if (match_address_ && !detail::names_address(::SSL_get0_peer_certificate(session_.get()), server_name_)) {
    failure_ = mismatch();
    return fail(error_category::io, failure_, retry_safety::safe);
  }
  return true;
}

transfer tls_filter::encrypt(std::span<const std::byte> plain) {
  if (!failure_.empty()) return transfer::failed(0);
  std::size_t taken = 0;
  while (taken != plain.size()) {
    ::ERR_clear_error();
    const int n = ::SSL_write(session_.get(), plain.data() + taken, to_int(plain.size() - taken));
    if (n <= 0) {
      failure_ = describe_failure(::SSL_get_error(session_.get(), n));
      return transfer::failed(0);
    }
    taken += static_cast<std::size_t>(n);
  }
  return transfer::moved(taken);
}

transfer tls_filter::decrypt(std::span<std::byte> plain) {
  std::size_t filled = 0;
  while (filled != plain.size()) {
    ::ERR_clear_error();
    const int n = ::SSL_read(session_.get(), plain.data() + filled, to_int(plain.size() - filled));
    if (n > 0) {
      filled += static_cast<std::size_t>(n);
      continue;
    }
    if (filled != 0) return transfer::moved(filled);
    const int code = ::SSL_get_error(session_.get(), n);
    if (code == SSL_ERROR_WANT_READ) return transfer::stopped(transfer_status::would_block);
    if (code == SSL_ERROR_ZERO_RETURN) return transfer::stopped(transfer_status::eof);
    failure_ = describe_failure(code);
    return transfer::failed(0);
  }
  return transfer::moved(filled);
}

void tls_filter::feed(std::span<const std::byte> arrived) {
  while (!arrived.empty()) {
    const int n = ::BIO_write(input_, arrived.data(), to_int(arrived.size()));
    if (n <= 0) throw std::bad_alloc();
    arrived = arrived.subspan(static_cast<std::size_t>(n));
  }
}

std::span<const std::byte> tls_filter::ciphertext() const {
  char* data = nullptr;
  const long size = BIO_get_mem_data(output_, &data);
  return std::span(reinterpret_cast<const std::byte*>(data), static_cast<std::size_t>(size)).subspan(committed_);
}

void tls_filter::commit_ciphertext(std::size_t n) {
  committed_ += n;
  if (!ciphertext().empty()) return;
  static_cast<void>(BIO_reset(output_));
  committed_ = 0;
}

void tls_filter::close_notify() {
  ::ERR_clear_error();
  if (failure_.empty() && ::SSL_is_init_finished(session_.get())) static_cast<void>(::SSL_shutdown(session_.get()));
}

std::vector<std::byte> tls_filter::server_end_point() const {
  return detail::end_point_hash(::SSL_get0_peer_certificate(session_.get()));
}

bool tls_filter::certificate_sent() const {
  return certificate_requested() && ::SSL_get_certificate(session_.get()) != nullptr;
}

std::string tls_filter::version() const { return ::SSL_get_version(session_.get()); }

std::string tls_filter::cipher() const {
  const char* name = ::SSL_get_cipher_name(session_.get());
  return name == nullptr ? "" : name;
}

std::string tls_filter::application_protocol() const {
  const unsigned char* name = nullptr;
  unsigned size = 0;
  ::SSL_get0_alpn_selected(session_.get(), &name, &size);
  return {reinterpret_cast<const char*>(name), size};
}

}  // namespace pgpipe::net
