#include "digest.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace pgpipe::protocol {
namespace {

unsigned char* octets(scram_client::digest& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }
const unsigned char* octets(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

}  // namespace

bool sha256(std::string_view data, scram_client::digest& out) {
  return EVP_Digest(data.data(), data.size(), octets(out), nullptr, EVP_sha256(), nullptr) == 1;
}

bool hmac_sha256(const scram_client::digest& key, std::string_view data, scram_client::digest& out) {
  return HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), octets(data), data.size(), octets(out),
              nullptr) != nullptr;
}

bool pbkdf2_sha256(std::string_view password, std::string_view salt, std::uint32_t iterations,
                   scram_client::digest& out) {
  return PKCS5_PBKDF2_HMAC(password.data(), static_cast<int>(password.size()), octets(salt),
                           static_cast<int>(salt.size()), static_cast<int>(iterations), EVP_sha256(),
                           static_cast<int>(out.size()), octets(out)) == 1;
}

std::string md5_hex(std::string_view data) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  if (EVP_Digest(data.data(), data.size(), digest, &size, EVP_md5(), nullptr) != 1) return {};
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (unsigned int i = 0; i != size; ++i) {
    hex += digits[digest[i] >> 4];
    hex += digits[digest[i] & 15];
  }
  return hex;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

void wipe(void* secret, std::size_t size) { OPENSSL_cleanse(secret, size); }

}  // namespace pgpipe::protocol
