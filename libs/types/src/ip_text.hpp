#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <pgpipe/types/inet.hpp>

namespace pgpipe::types::detail {

// "1.2.3.4", "2001:db8::1", "::ffff:1.2.3.4". False for anything else.
[[nodiscard]] bool parse_ip(std::string_view text, ip_version& version, std::array<std::byte, 16>& address);

// As the server writes it: the longest run of zero words in IPv6 as "::", what embeds an IPv4 address with dots. At
// most 39 characters.
[[nodiscard]] char* write_ip(char* to, ip_version version, const std::array<std::byte, 16>& address);

}  // namespace pgpipe::types::detail
