#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include <pgpipe/base/big_endian.hpp>

namespace pgpipe::detail {

// Bytes that gather before they are handed on: what codecs write to. It keeps its memory.
class copy_buffer {
 public:
  [[nodiscard]] std::byte* room(std::size_t n) {
    if (size_ - used_ < n) [[unlikely]]
      grow(n);
    return bytes_.get() + used_;
  }
  void advance(std::size_t n) { used_ += n; }

  [[nodiscard]] std::size_t position() const { return used_; }
  void patch_int4(std::size_t at, std::int32_t value) { store_big_endian(bytes_.get() + at, value); }

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
    if (!value.empty()) std::memcpy(room(value.size()), value.data(), value.size());
    used_ += value.size();
  }

  // Drops what stands behind `position`.
  void truncate(std::size_t position) { used_ = position; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {bytes_.get(), used_}; }
  [[nodiscard]] std::string_view view() const { return {reinterpret_cast<const char*>(bytes_.get()), used_}; }

 private:
  [[gnu::noinline, gnu::cold]] void grow(std::size_t n) {
    const std::size_t larger = std::max(2 * size_, used_ + n);
    auto memory = std::make_unique_for_overwrite<std::byte[]>(larger);
    if (used_ != 0) std::memcpy(memory.get(), bytes_.get(), used_);
    bytes_ = std::move(memory);
    size_ = larger;
  }

  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
};

}  // namespace pgpipe::detail
