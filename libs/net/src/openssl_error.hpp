#pragma once

#include <string>

namespace pgpipe::net::detail {

// The oldest error of this thread's OpenSSL queue, as text, and an empty queue behind it.
[[nodiscard]] std::string take_openssl_error();

}  // namespace pgpipe::net::detail
