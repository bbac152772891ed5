#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

namespace pgpipe::protocol {

// The answer to AuthenticationMD5Password: "md5" and 32 hexadecimal digits (manual, "Message Flow", start-up). Fails
// where the cryptographic library refuses MD5, as in FIPS mode.
[[nodiscard]] result<std::string> md5_password(std::string_view user, std::string_view password,
                                               const std::array<std::byte, 4>& salt);

}  // namespace pgpipe::protocol
