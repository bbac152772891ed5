#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <pgpipe/protocol/scram.hpp>

// The cryptographic library's part of authentication. An empty result or false: it refuses the algorithm (FIPS mode).
namespace pgpipe::protocol {

[[nodiscard]] bool sha256(std::string_view data, scram_client::digest& out);
[[nodiscard]] bool hmac_sha256(const scram_client::digest& key, std::string_view data, scram_client::digest& out);
// PBKDF2 with HMAC-SHA-256, "Hi" of RFC 5802.
[[nodiscard]] bool pbkdf2_sha256(std::string_view password, std::string_view salt, std::uint32_t iterations,
                                 scram_client::digest& out);
// 32 hexadecimal digits.
[[nodiscard]] std::string md5_hex(std::string_view data);

[[nodiscard]] bool equal_in_constant_time(std::string_view a, std::string_view b);
void wipe(void* secret, std::size_t size);

[[nodiscard]] inline std::string_view as_text(const scram_client::digest& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace pgpipe::protocol
