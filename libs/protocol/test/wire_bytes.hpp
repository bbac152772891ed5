#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace pgpipe::protocol {

// Bytes in a heap block of exactly their size, so that AddressSanitizer sees a read of one more.
class exact_bytes {
 public:
  explicit exact_bytes(std::string_view bytes) : size_(bytes.size()), data_(new std::byte[bytes.size()]) {
    std::transform(bytes.begin(), bytes.end(), data_.get(), [](char c) { return static_cast<std::byte>(c); });
  }
  [[nodiscard]] std::span<const std::byte> span() const { return {data_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> data_;
};

// A literal with zero bytes in it.
template <std::size_t N>
std::string bytes(const char (&literal)[N]) {
  return std::string(literal, N - 1);
}

inline std::string big_endian(std::uint64_t value, int width) {
  std::string out;
  for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 0xff);
  return out;
}

// Hexadecimal digits without the spaces that part the fields.
inline std::string packed(std::string_view spaced) {
  std::string out(spaced);
  std::erase(out, ' ');
  return out;
}

inline std::string from_hex(std::string_view spaced) {
  const std::string hex = packed(spaced);
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return out;
}

inline std::string to_hex(std::string_view data) {
  std::string out;
  for (const char c : data) {
    constexpr std::string_view digits = "0123456789abcdef";
    out += digits[static_cast<unsigned char>(c) >> 4U];
    out += digits[static_cast<unsigned char>(c) & 15U];
  }
  return out;
}

inline std::string as_text(std::span<const std::byte> data) {
  return std::string(reinterpret_cast<const char*>(data.data()), data.size());
}

template <typename Message>
bool decodes(std::string_view body) {
  const exact_bytes held(body);
  Message out;
  return decode(held.span(), out);
}

// A message with a definite end: it decodes, none of its beginnings does, and neither does it with one byte more.
template <typename Message>
void expect_decodes_exactly(const std::string& body) {
  EXPECT_TRUE(decodes<Message>(body));
  for (std::size_t n = 0; n != body.size(); ++n) {
    EXPECT_FALSE(decodes<Message>(std::string_view(body).substr(0, n))) << "cut to " << n << " bytes";
  }
  EXPECT_FALSE(decodes<Message>(body + '\0')) << "one zero byte more";
  EXPECT_FALSE(decodes<Message>(body + 'x')) << "one byte more";
}

}  // namespace pgpipe::protocol
