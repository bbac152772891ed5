#include "tls_certificate.hpp"

#include <memory>

#include <openssl/evp.h>
#include <openssl/x509v3.h>

namespace pgpipe::net::detail {
namespace {

bool has_address_entry(X509* certificate) {
  struct freer {
    void operator()(GENERAL_NAMES* names) const { ::GENERAL_NAMES_free(names); }
  };
  const std::unique_ptr<GENERAL_NAMES, freer> names(
      static_cast<GENERAL_NAMES*>(::X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  if (!names) return false;
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    if (sk_GENERAL_NAME_value(names.get(), i)->type == GEN_IPADD) return true;
  }
  return false;
}

}  // namespace

bool names_address(X509* certificate, const std::string& address) {
  if (certificate == nullptr) return false;
  if (::X509_check_ip_asc(certificate, address.c_str(), 0) == 1) return true;
  if (has_address_entry(certificate)) return false;
  return ::X509_check_host(certificate, address.data(), address.size(),
                           X509_CHECK_FLAG_NO_WILDCARDS | X509_CHECK_FLAG_ALWAYS_CHECK_SUBJECT, nullptr) == 1;
}

std::vector<std::byte> end_point_hash(X509* certificate) {
  if (certificate == nullptr) return {};
  // Unlike the plain algorithm identifier this also knows the hash that stands in an RSA-PSS signature's parameters.
  int digest = NID_undef;
  if (::X509_get_signature_info(certificate, &digest, nullptr, nullptr, nullptr) != 1 || digest == NID_undef) return {};
  if (digest == NID_md5 || digest == NID_sha1) digest = NID_sha256;
  const EVP_MD* algorithm = ::EVP_get_digestbynid(digest);
  if (algorithm == nullptr) return {};
  std::vector<std::byte> hash(EVP_MAX_MD_SIZE);
  unsigned size = 0;
  if (::X509_digest(certificate, algorithm, reinterpret_cast<unsigned char*>(hash.data()), &size) != 1) return {};
  hash.resize(size);
  return hash;
}

}  // namespace pgpipe::net::detail
