#include "results/hdr_encoding.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <zlib.h>

#include <pgpipe/base/big_endian.hpp>

namespace pgpipe::app {
namespace {

constexpr std::uint32_t payload_cookie = 0x1c849313;
constexpr std::uint32_t compressed_cookie = 0x1c849314;
constexpr std::uint32_t significant_digits = 3;

// The greatest value that a reader must have room for: an hour at least, which most of them are made for.
constexpr std::int64_t hour_ns = std::int64_t{3600} * 1'000'000'000;

template <typename Integer>
void append(std::vector<std::byte>& to, Integer value) {
  const std::size_t at = to.size();
  to.resize(at + sizeof value);
  store_big_endian(to.data() + at, value);
}

// LEB128 of a ZigZag number, where a ninth byte holds eight bits.
void append_zigzag(std::vector<std::byte>& to, std::int64_t value) {
  auto bits = (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
  for (int byte = 0; byte != 8 && bits >= 0x80; ++byte) {
    to.push_back(static_cast<std::byte>((bits & 0x7f) | 0x80));
    bits >>= 7;
  }
  to.push_back(static_cast<std::byte>(bits));
}

// Where the counter of a bucket stands, by its lowest value.
std::int64_t index_of(std::int64_t lowest) {
  const auto value = static_cast<std::uint64_t>(lowest);
  const int shift = static_cast<int>(std::bit_width(value | 2047U)) - 11;
  return (shift + 1) * std::int64_t{1024} + static_cast<std::int64_t>(value >> shift) - 1024;
}

std::vector<std::byte> counters(const bench::histogram& from, std::int64_t& highest) {
  std::vector<std::byte> encoded;
  std::int64_t next = 0;
  from.for_each_bucket([&](std::int64_t lowest, std::int64_t top, std::int64_t count) {
    const std::int64_t index = index_of(lowest);
    if (index != next) append_zigzag(encoded, next - index);  // so many zeros, as a negative number
    append_zigzag(encoded, count);
    next = index + 1;
    highest = std::max(highest, top);
  });
  return encoded;
}

std::vector<std::byte> payload(const bench::histogram& from) {
  std::int64_t highest = hour_ns;
  const std::vector<std::byte> counted = counters(from, highest);
  std::vector<std::byte> all;
  append(all, payload_cookie);
  append(all, static_cast<std::uint32_t>(counted.size()));
  append(all, std::uint32_t{0});  // normalizing offset
  append(all, significant_digits);
  append(all, std::uint64_t{1});  // lowest discernible value
  append(all, static_cast<std::uint64_t>(highest));
  append(all, std::bit_cast<std::uint64_t>(1.0));  // conversion ratio of integers to doubles
  all.insert(all.end(), counted.begin(), counted.end());
  return all;
}

}  // namespace

std::string encode_hdr(const bench::histogram& from) {
  const std::vector<std::byte> plain = payload(from);
  uLongf size = ::compressBound(plain.size());
  std::vector<std::byte> packed(size);
  ::compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(plain.data()),
             plain.size());
  std::vector<std::byte> all;
  append(all, compressed_cookie);
  append(all, static_cast<std::uint32_t>(size));
  all.insert(all.end(), packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size));
  return encode_base64(all);
}

std::string encode_base64(std::span<const std::byte> bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j != 3; ++j) {
      group = group << 8 | (j < count ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0);
    }
    for (std::size_t j = 0; j != 4; ++j) {
      text.push_back(j <= count ? digits[group >> (18 - 6 * j) & 63] : '=');
    }
  }
  return text;
}

}  // namespace pgpipe::app
