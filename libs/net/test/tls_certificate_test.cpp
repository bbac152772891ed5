#include "tls_certificate.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include "certificates.hpp"

namespace pgpipe::net {
namespace {

bool names(const certificate& one, const std::string& address) {
  return detail::names_address(parse_certificate(one.pem).get(), address);
}

TEST(tls_certificate, an_address_entry_decides_where_there_is_one) {
  const certificate_authority authority;
  const certificate by_entry = authority.issue("10.0.0.9", "DNS:localhost,IP:127.0.0.1,IP:0:0:0:0:0:0:0:1");
  EXPECT_TRUE(names(by_entry, "127.0.0.1"));
  EXPECT_TRUE(names(by_entry, "::1"));
  EXPECT_FALSE(names(by_entry, "127.0.0.2"));
  EXPECT_FALSE(names(by_entry, "10.0.0.9"));
}

TEST(tls_certificate, else_the_names_may_spell_the_address) {
  const certificate_authority authority;
  EXPECT_TRUE(names(authority.issue("127.0.0.1"), "127.0.0.1"));
  EXPECT_TRUE(names(authority.issue("127.0.0.1", "DNS:localhost"), "127.0.0.1"));
  EXPECT_TRUE(names(authority.issue("other", "DNS:127.0.0.1"), "127.0.0.1"));
  EXPECT_FALSE(names(authority.issue("localhost", "DNS:localhost"), "127.0.0.1"));
  EXPECT_FALSE(names(authority.issue("*.0.0.1", "DNS:*.0.0.1"), "127.0.0.1"));
  EXPECT_FALSE(detail::names_address(nullptr, "127.0.0.1"));
}

std::vector<std::byte> digest(const std::string& pem, const EVP_MD* algorithm) {
  std::vector<std::byte> hash(EVP_MAX_MD_SIZE);
  unsigned size = 0;
  ::X509_digest(parse_certificate(pem).get(), algorithm, reinterpret_cast<unsigned char*>(hash.data()), &size);
  hash.resize(size);
  return hash;
}

TEST(tls_certificate, the_end_point_hash_is_that_of_the_signature) {
  for (const auto kind : {signature_kind::ecdsa, signature_kind::rsa_pss}) {
    const std::string pem = certificate_authority(kind).issue("localhost").pem;
    EXPECT_EQ(detail::end_point_hash(parse_certificate(pem).get()), digest(pem, ::EVP_sha256()));
  }
}

TEST(tls_certificate, sha_1_gives_way_to_sha_256) {
  const std::string pem = certificate_authority(signature_kind::rsa_sha1).issue("localhost").pem;
  EXPECT_EQ(detail::end_point_hash(parse_certificate(pem).get()), digest(pem, ::EVP_sha256()));
}

TEST(tls_certificate, a_signature_without_a_hash_binds_no_channel) {
  const std::string pem = certificate_authority(signature_kind::ed25519).issue("localhost").pem;
  EXPECT_TRUE(detail::end_point_hash(parse_certificate(pem).get()).empty());
  EXPECT_TRUE(detail::end_point_hash(nullptr).empty());
}

}  // namespace
}  // namespace pgpipe::net
