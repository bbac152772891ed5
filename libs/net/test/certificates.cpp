#include "certificates.hpp"

#include <cstdlib>
#include <stdexcept>

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>
#include <unistd.h>

namespace pgpipe::net {
namespace {

void require(bool done, const char* what) {
  if (!done) throw std::runtime_error(what);
}

std::shared_ptr<EVP_PKEY> make_key(signature_kind kind) {
  EVP_PKEY* key = nullptr;
  switch (kind) {
    case signature_kind::ecdsa: key = EVP_EC_gen("P-256"); break;
    case signature_kind::rsa_pss:
    case signature_kind::rsa_sha1: key = EVP_RSA_gen(2048); break;
    case signature_kind::ed25519: key = ::EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"); break;
  }
  require(key != nullptr, "no key");
  return {key, ::EVP_PKEY_free};
}

template <typename Write>
std::string to_pem(Write write) {
  const std::unique_ptr<BIO, decltype(&::BIO_free)> out(::BIO_new(::BIO_s_mem()), ::BIO_free);
  require(write(out.get()) == 1, "no PEM");
  char* data = nullptr;
  const long size = BIO_get_mem_data(out.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

std::string to_pem(X509* certificate) {
  return to_pem([&](BIO* out) { return ::PEM_write_bio_X509(out, certificate); });
}

void add_extension(X509* to, X509* issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, to, nullptr, nullptr, 0);
  X509_EXTENSION* extension = ::X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  require(extension != nullptr && ::X509_add_ext(to, extension, -1) == 1, "no extension");
  ::X509_EXTENSION_free(extension);
}

std::shared_ptr<X509> make_unsigned(const std::string& common_name, EVP_PKEY* key) {
  static long serial = 0;
  std::shared_ptr<X509> made(::X509_new(), ::X509_free);
  ::X509_set_version(made.get(), X509_VERSION_3);
  ::ASN1_INTEGER_set(::X509_get_serialNumber(made.get()), ++serial);
  ::X509_gmtime_adj(X509_getm_notBefore(made.get()), -3600);
  ::X509_gmtime_adj(X509_getm_notAfter(made.get()), 86400);
  ::X509_NAME_add_entry_by_txt(::X509_get_subject_name(made.get()), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(common_name.c_str()), -1, -1, 0);
  ::X509_set_pubkey(made.get(), key);
  return made;
}

}  // namespace

certificate_authority::certificate_authority(signature_kind kind)
    : kind_(kind), key_(make_key(kind)), certificate_(make_unsigned("pgpipe test authority", key_.get())) {
  ::X509_set_issuer_name(certificate_.get(), ::X509_get_subject_name(certificate_.get()));
  add_extension(certificate_.get(), certificate_.get(), NID_basic_constraints, "critical,CA:TRUE");
  sign(certificate_.get());
  pem_ = to_pem(certificate_.get());
}

void certificate_authority::sign(X509* unsigned_one) const {
  const std::unique_ptr<EVP_MD_CTX, decltype(&::EVP_MD_CTX_free)> context(::EVP_MD_CTX_new(), ::EVP_MD_CTX_free);
  const EVP_MD* digest = ::EVP_sha256();
  if (kind_ == signature_kind::ed25519) digest = nullptr;
  if (kind_ == signature_kind::rsa_sha1) digest = ::EVP_sha1();
  EVP_PKEY_CTX* parameters = nullptr;
  require(::EVP_DigestSignInit(context.get(), &parameters, digest, nullptr, key_.get()) == 1, "no signature");
  if (kind_ == signature_kind::rsa_pss) ::EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING);
  require(::X509_sign_ctx(unsigned_one, context.get()) > 0, "not signed");
}

certificate certificate_authority::issue(const std::string& common_name, const std::string& alternative_names) const {
  const auto key = make_key(signature_kind::ecdsa);
  const auto made = make_unsigned(common_name, key.get());
  ::X509_set_issuer_name(made.get(), ::X509_get_subject_name(certificate_.get()));
  if (!alternative_names.empty())
    add_extension(made.get(), certificate_.get(), NID_subject_alt_name, alternative_names);
  sign(made.get());
  return {to_pem(made.get()), to_pem([&](BIO* out) {
            return ::PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

std::string certificate_authority::revoke(const std::vector<certificate>& revoked) const {
  const std::unique_ptr<X509_CRL, decltype(&::X509_CRL_free)> list(::X509_CRL_new(), ::X509_CRL_free);
  const std::unique_ptr<ASN1_TIME, decltype(&::ASN1_TIME_free)> now(::X509_gmtime_adj(nullptr, -60), ::ASN1_TIME_free);
  const std::unique_ptr<ASN1_TIME, decltype(&::ASN1_TIME_free)> later(::X509_gmtime_adj(nullptr, 86400),
                                                                      ::ASN1_TIME_free);
  ::X509_CRL_set_version(list.get(), X509_CRL_VERSION_2);
  ::X509_CRL_set_issuer_name(list.get(), ::X509_get_subject_name(certificate_.get()));
  ::X509_CRL_set1_lastUpdate(list.get(), now.get());
  ::X509_CRL_set1_nextUpdate(list.get(), later.get());
  for (const certificate& each : revoked) {
    X509_REVOKED* entry = ::X509_REVOKED_new();
    ::X509_REVOKED_set_serialNumber(entry, ::X509_get_serialNumber(parse_certificate(each.pem).get()));
    ::X509_REVOKED_set_revocationDate(entry, now.get());
    require(::X509_CRL_add0_revoked(list.get(), entry) == 1, "not revoked");
  }
  ::X509_CRL_sort(list.get());
  const EVP_MD* digest = kind_ == signature_kind::ed25519 ? nullptr : ::EVP_sha256();
  require(::X509_CRL_sign(list.get(), key_.get(), digest) > 0, "list not signed");
  return to_pem([&](BIO* out) { return ::PEM_write_bio_X509_CRL(out, list.get()); });
}

std::string encrypted_key(const std::string& pem, const std::string& password) {
  const auto key = parse_key(pem);
  return to_pem([&](BIO* out) {
    return ::PEM_write_bio_PrivateKey(out, key.get(), ::EVP_aes_128_cbc(),
                                      reinterpret_cast<const unsigned char*>(password.data()),
                                      static_cast<int>(password.size()), nullptr, nullptr);
  });
}

std::string der_key(const std::string& pem) {
  const auto key = parse_key(pem);
  return to_pem([&](BIO* out) { return ::i2d_PrivateKey_bio(out, key.get()); });
}

std::shared_ptr<EVP_PKEY> parse_key(const std::string& pem) {
  const std::unique_ptr<BIO, decltype(&::BIO_free)> in(::BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())),
                                                       ::BIO_free);
  return {::PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr), ::EVP_PKEY_free};
}

std::shared_ptr<X509> parse_certificate(const std::string& pem) {
  const std::unique_ptr<BIO, decltype(&::BIO_free)> in(::BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())),
                                                       ::BIO_free);
  X509* parsed = ::PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr);
  require(parsed != nullptr, "no certificate");
  return {parsed, ::X509_free};
}

temporary_file::temporary_file(std::string_view content)
    : path_((std::filesystem::temp_directory_path() / "pgpipe-test-XXXXXX").native()) {
  const int fd = ::mkstemp(path_.data());
  require(fd >= 0 && ::write(fd, content.data(), content.size()) == static_cast<ssize_t>(content.size()), "no file");
  ::close(fd);
}

temporary_file::~temporary_file() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace pgpipe::net
