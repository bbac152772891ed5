#include "openssl_error.hpp"

#include <system_error>

#include <openssl/err.h>

namespace pgpipe::net::detail {

std::string take_openssl_error() {
  const unsigned long code = ::ERR_get_error();
  ::ERR_clear_error();
  if (code == 0) return "no error reported by OpenSSL";
  if (ERR_SYSTEM_ERROR(code)) return std::generic_category().message(ERR_GET_REASON(code));
  if (const char* reason = ::ERR_reason_error_string(code)) return reason;
  char text[256];
  ::ERR_error_string_n(code, text, sizeof text);
  return text;
}

}  // namespace pgpipe::net::detail
