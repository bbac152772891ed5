#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace pgpipe::app::delay {

// A queue of bytes that grows as it needs to. Call order: room(), write there, fill(); contents(), read there, drop().
class byte_ring {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }

  // Contiguous space for at least one byte, at most `most`. Valid until the next call.
  [[nodiscard]] std::span<std::byte> room(std::size_t most) {
    if (most > bytes_.size() - size_ && bytes_.size() < size_ + most) grow(size_ + most);
    const std::size_t end = (begin_ + size_) % bytes_.size();
    const std::size_t free = end < begin_ ? begin_ - end : bytes_.size() - end;
    return {bytes_.data() + end, std::min({most, free, bytes_.size() - size_})};
  }
  void fill(std::size_t bytes) { size_ += bytes; }

  // The oldest bytes, as far as they are contiguous. Valid until the next room().
  [[nodiscard]] std::span<const std::byte> contents() const {
    return {bytes_.data() + begin_, std::min(size_, bytes_.size() - begin_)};
  }
  void drop(std::size_t bytes) {
    size_ -= bytes;
    begin_ = size_ == 0 ? 0 : (begin_ + bytes) % bytes_.size();
  }

 private:
  void grow(std::size_t least) {
    std::vector<std::byte> wider(std::max(least, 2 * bytes_.size()));
    const std::size_t first = contents().size();
    if (first != 0) std::memcpy(wider.data(), contents().data(), first);
    if (first != size_) std::memcpy(wider.data() + first, bytes_.data(), size_ - first);
    bytes_.swap(wider);
    begin_ = 0;
  }

  std::vector<std::byte> bytes_;
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
};

}  // namespace pgpipe::app::delay
