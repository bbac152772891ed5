#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <openssl/evp.h>
#include <openssl/x509.h>

namespace pgpipe::net {

// What certificates are signed with.
enum class signature_kind { ecdsa, rsa_pss, rsa_sha1, ed25519 };

// A certificate and its private key, both as PEM.
struct certificate {
  std::string pem;
  std::string key;
};

// An authority made up for a test, which signs what it is asked to.
class certificate_authority {
 public:
  explicit certificate_authority(signature_kind kind = signature_kind::ecdsa);

  // Its own certificate, which clients are to trust.
  [[nodiscard]] const std::string& pem() const { return pem_; }

  // `alternative_names` in OpenSSL's words, such as "DNS:localhost,IP:127.0.0.1"; none when empty.
  [[nodiscard]] certificate issue(const std::string& common_name, const std::string& alternative_names = "") const;

  // A certificate revocation list in PEM that names these.
  [[nodiscard]] std::string revoke(const std::vector<certificate>& revoked) const;

 private:
  using key_ptr = std::shared_ptr<EVP_PKEY>;
  using x509_ptr = std::shared_ptr<X509>;
  void sign(X509* unsigned_one) const;

  signature_kind kind_;
  key_ptr key_;
  x509_ptr certificate_;
  std::string pem_;
};

// A private key in other clothes: encrypted PEM, and DER.
[[nodiscard]] std::string encrypted_key(const std::string& pem, const std::string& password);
[[nodiscard]] std::string der_key(const std::string& pem);

// The parsed form of a PEM certificate, and of a key.
[[nodiscard]] std::shared_ptr<X509> parse_certificate(const std::string& pem);
[[nodiscard]] std::shared_ptr<EVP_PKEY> parse_key(const std::string& pem);

// A file in the system's temporary folder that is gone at the scope's end, readable by its owner only.
class temporary_file {
 public:
  explicit temporary_file(std::string_view content);
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  ~temporary_file();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace pgpipe::net
