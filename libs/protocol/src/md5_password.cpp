#include <pgpipe/protocol/md5_password.hpp>

#include "digest.hpp"

namespace pgpipe::protocol {

result<std::string> md5_password(std::string_view user, std::string_view password,
                                 const std::array<std::byte, 4>& salt) {
  std::string secret = std::string(password) + std::string(user);
  std::string inner = md5_hex(secret);
  wipe(secret.data(), secret.size());
  if (!inner.empty()) {
    inner.append(reinterpret_cast<const char*>(salt.data()), salt.size());
    if (const std::string outer = md5_hex(inner); !outer.empty()) return "md5" + outer;
  }
  return fail(error_category::io, "the cryptographic library refuses MD5, which the server asks for");
}

}  // namespace pgpipe::protocol
