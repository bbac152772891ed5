#include "openssl_error.hpp"

#include <openssl/err.h>

namespace pgpipe::net::detail {

std::string take_openssl_error() {
  const unsigned long code = ::ERR_get_error();
  ::ERR_clear_error();
  if (code == 0) return "no error reported by OpenSSL";
  // System errors, such as those of opening a file, have no reason string of their own.
  if (const char* reason = ::ERR_reason_error_string(code)) return reason;
  char text[256];
  ::ERR_error_string_n(code, text, sizeof text);
  return text;
}

}  // namespace pgpipe::net::detail
