#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pgpipe::protocol {

// RFC 4648, section 4, with padding and without line breaks.
[[nodiscard]] std::string encode_base64(std::string_view bytes);

// No value for anything but the encoding of some bytes: stray characters, missing padding, set bits behind the end.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text);

}  // namespace pgpipe::protocol
