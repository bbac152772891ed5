#include <gtest/gtest.h>
#include <sys/stat.h>

#include <pgpipe/net/tls_context.hpp>

#include "certificates.hpp"

namespace pgpipe::net {
namespace {

std::string refusal(const tls_options& options) {
  const auto made = tls_context::make(options);
  EXPECT_FALSE(made);
  if (made) return {};
  EXPECT_EQ(made.error().category(), error_category::usage);
  return made.error().text();
}

TEST(tls_context, without_verification_needs_no_files) {
  const auto made = tls_context::make({});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->verify(), tls_verify::none);
}

TEST(tls_context, verification_needs_readable_roots) {
  tls_options options;
  options.verify = tls_verify::ca;
  EXPECT_NE(refusal(options).find("a root certificate file is needed"), std::string::npos);
  options.root_certificates = "/nonexistent/root.crt";
  EXPECT_EQ(refusal(options),
            "could not read root certificate file \"/nonexistent/root.crt\": No such file or directory");
  const temporary_file garbage("no certificate");
  options.root_certificates = garbage.path();
  EXPECT_NE(refusal(options).find(garbage.path()), std::string::npos);
  const temporary_file roots(certificate_authority().pem());
  options.root_certificates = roots.path();
  EXPECT_TRUE(tls_context::make(options));
  options.root_certificates.clear();
  options.use_system_roots = true;
  EXPECT_TRUE(tls_context::make(options));
}

TEST(tls_context, a_client_certificate_needs_its_own_secret_key) {
  const certificate_authority authority;
  const certificate mine = authority.issue("me");
  const temporary_file certificate_file(mine.pem);
  const temporary_file key(mine.key);
  const temporary_file other_key(authority.issue("other").key);
  tls_options options;
  options.client_certificate = certificate_file.path();
  EXPECT_NE(refusal(options).find("without a private key"), std::string::npos);
  options.client_key = "/nonexistent/key";
  EXPECT_EQ(refusal(options), "could not read private key file \"/nonexistent/key\": No such file or directory");
  options.client_key = other_key.path();
  EXPECT_NE(refusal(options).find(other_key.path()), std::string::npos);
  options.client_key = "/tmp";
  EXPECT_EQ(refusal(options), "private key file \"/tmp\": is not a regular file");
  options.client_key = key.path();
  EXPECT_TRUE(tls_context::make(options));
  ASSERT_EQ(::chmod(key.path().c_str(), 0644), 0);
  EXPECT_NE(refusal(options).find("has group or world access"), std::string::npos);
  options.client_certificate = "/nonexistent/certificate";
  EXPECT_NE(refusal(options).find("could not read certificate file \"/nonexistent/certificate\""), std::string::npos);
}

TEST(tls_context, an_encrypted_key_is_refused_without_asking_the_terminal) {
  const certificate mine = certificate_authority().issue("me");
  const temporary_file certificate_file(mine.pem);
  const temporary_file key(
      "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,"
      "00112233445566778899AABBCCDDEEFF\n\nAAAAAAAAAAAAAAAAAAAAAA==\n-----END EC PRIVATE KEY-----\n");
  tls_options options;
  options.client_certificate = certificate_file.path();
  options.client_key = key.path();
  EXPECT_EQ(refusal(options), "private key file \"" + key.path() + "\": is encrypted, and no sslpassword is given");
  options.client_key_password = "wrong";
  EXPECT_NE(refusal(options).find("sslpassword does not open it"), std::string::npos);
}

TEST(tls_context, versions_outside_the_librarys_are_refused) {
  tls_options options;
  options.oldest_version = 0x0304;
  options.newest_version = 0x0304;
  EXPECT_TRUE(tls_context::make(options));
  options.newest_version = 0x7777;
  EXPECT_NE(refusal(options).find("range of TLS versions"), std::string::npos);
}

TEST(tls_context, revocation_lists_must_be_readable) {
  const certificate_authority authority;
  const temporary_file roots(authority.pem());
  const temporary_file list(authority.revoke({authority.issue("x")}));
  tls_options options;
  options.verify = tls_verify::ca;
  options.root_certificates = roots.path();
  options.revocation_list = list.path();
  EXPECT_TRUE(tls_context::make(options));
  options.revocation_list = "/nonexistent";
  EXPECT_EQ(refusal(options),
            "could not read certificate revocation list file \"/nonexistent\": No such file or directory");
  options.revocation_list.clear();
  options.revocation_directory = roots.path();
  EXPECT_NE(refusal(options).find("does not exist"), std::string::npos);
}

TEST(tls_context, a_protocol_name_has_at_most_255_bytes) {
  tls_options options;
  options.application_protocol = std::string(255, 'p');
  EXPECT_TRUE(tls_context::make(options));
  options.application_protocol += 'p';
  EXPECT_EQ(refusal(options), "application protocol name is too long");
  options.application_protocol.clear();
  EXPECT_TRUE(tls_context::make(options));
}

}  // namespace
}  // namespace pgpipe::net
