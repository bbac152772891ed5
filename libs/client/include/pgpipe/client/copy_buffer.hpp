#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <pgpipe/base/big_endian.hpp>

namespace pgpipe::detail {

// Bytes that gather before they are handed on: what codecs write to. It keeps its memory.
class copy_buffer {
 public:
  [[nodiscard]] std::byte* room(std::size_t n) {
    if (bytes_.size() - used_ < n) bytes_.resize(std::max(2 * bytes_.size(), used_ + n));
    return bytes_.data() + used_;
  }
  void advance(std::size_t n) { used_ += n; }

  [[nodiscard]] std::size_t position() const { return used_; }
  void patch_int4(std::size_t at, std::int32_t value) { store_big_endian(bytes_.data() + at, value); }

  void byte(char value) {
    *room(1) = static_cast<std::byte>(value);
    ++used_;
  }
  void int2(std::int16_t value) {
    store_big_endian(room(2), value);
    used_ += 2;
  }
  void int4(std::int32_t value) {
    store_big_endian(room(4), value);
    used_ += 4;
  }
  void text(std::string_view value) {
    std::byte* to = room(value.size());
    std::transform(value.begin(), value.end(), to, [](char c) { return static_cast<std::byte>(c); });
    used_ += value.size();
  }

  // Drops what stands behind `position`.
  void truncate(std::size_t position) { used_ = position; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {bytes_.data(), used_}; }
  [[nodiscard]] std::string_view view() const { return {reinterpret_cast<const char*>(bytes_.data()), used_}; }

 private:
  std::vector<std::byte> bytes_;
  std::size_t used_ = 0;
};

}  // namespace pgpipe::detail
