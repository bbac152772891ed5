#pragma once

#include <string>
#include <string_view>

namespace pgpipe::protocol {

// The form of a password that SCRAM hashes (RFC 4013). A password that SASLprep refuses, or that is not UTF-8, is used
// as it is: servers do the same.
[[nodiscard]] std::string saslprep(std::string_view password);

}  // namespace pgpipe::protocol
