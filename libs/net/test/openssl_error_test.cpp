#include "openssl_error.hpp"

#include <cerrno>

#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/err.h>

namespace pgpipe::net {
namespace {

TEST(openssl_error, says_the_system_s_reason_for_a_file) {
  ::ERR_clear_error();
  EXPECT_EQ(::BIO_new_file("/nonexistent/file", "r"), nullptr);
  EXPECT_EQ(detail::take_openssl_error(), "No such file or directory");
  EXPECT_EQ(detail::take_openssl_error(), "no error reported by OpenSSL");
}

TEST(openssl_error, says_openssl_s_reason_and_forgets_the_rest) {
  ERR_raise(ERR_LIB_SSL, ERR_R_PASSED_NULL_PARAMETER);
  ERR_raise(ERR_LIB_SSL, ERR_R_MALLOC_FAILURE);
  EXPECT_EQ(detail::take_openssl_error(), "passed a null parameter");
  EXPECT_EQ(::ERR_peek_error(), 0U);
}

}  // namespace
}  // namespace pgpipe::net
