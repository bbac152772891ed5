#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/string_writer.hpp>

namespace pgpipe::types {

// A value in a heap block of exactly its size, so that AddressSanitizer sees a read of one byte more.
class exact_value {
 public:
  explicit exact_value(std::string_view bytes) : size_(bytes.size()), data_(new std::byte[bytes.size()]) {
    std::transform(bytes.begin(), bytes.end(), data_.get(), [](char c) { return static_cast<std::byte>(c); });
  }
  [[nodiscard]] field_view view() const { return {data_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> data_;
};

inline std::string from_hex(std::string_view hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
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

// What encode() writes, or the error's text.
template <typename T>
std::string text_of(const T& value, std::uint32_t type = 0) {
  std::string out;
  result<void> outcome;
  {
    string_writer writer(out);
    outcome = encode(writer, value, type, format::text);
  }
  return outcome ? out : outcome.error().text();
}

// The same in binary, as hexadecimal digits.
template <typename T>
std::string hex_of(const T& value, std::uint32_t type = 0) {
  std::string out;
  result<void> outcome;
  {
    string_writer writer(out);
    outcome = encode(writer, value, type, format::binary);
  }
  return outcome ? to_hex(out) : outcome.error().text();
}

template <typename T>
result<T> from_text(std::string_view text, std::uint32_t type) {
  const exact_value held(text);
  return decode<T>(held.view(), type, format::text);
}

template <typename T>
result<T> from_binary(std::string_view hex, std::uint32_t type) {
  const exact_value held(from_hex(hex));
  return decode<T>(held.view(), type, format::binary);
}

template <typename T>
std::string error_of(const result<T>& outcome) {
  return outcome ? "no error" : outcome.error().text();
}

}  // namespace pgpipe::types
