#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/base/field_view.hpp>

namespace pgpipe::protocol {

using pgpipe::field_view;

// The values of a DataRow, which stay where the message stands. Call order: decode(), which looks at every length once;
// then iterate, which checks nothing any more.
class data_row_view {
 public:
  class iterator {
   public:
    using value_type = field_view;
    using difference_type = std::ptrdiff_t;
    using reference = field_view;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;

    iterator() = default;
    explicit iterator(const std::byte* at) : at_(at) {}

    field_view operator*() const {
      const auto length = load_big_endian<std::int32_t>(at_);
      if (length < 0) return {};
      return {at_ + 4, static_cast<std::size_t>(length)};
    }
    iterator& operator++() {
      const auto length = load_big_endian<std::int32_t>(at_);
      at_ += length < 0 ? 4 : 4 + static_cast<std::ptrdiff_t>(length);
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++*this;
      return before;
    }
    // *at and ++at in one, for who goes from left to right.
    field_view take() {
      const auto length = load_big_endian<std::int32_t>(at_);
      at_ += 4;
      if (length < 0) return {};
      const field_view value{at_, static_cast<std::size_t>(length)};
      at_ += length;
      return value;
    }
    friend bool operator==(const iterator&, const iterator&) = default;

   private:
    const std::byte* at_ = nullptr;
  };

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] iterator begin() const { return iterator(begin_); }
  [[nodiscard]] iterator end() const { return iterator(begin_ + bytes_); }

  // The i-th value, found by walking over those before it.
  [[nodiscard]] field_view operator[](std::size_t i) const {
    iterator at = begin();
    for (; i != 0; --i) ++at;
    return *at;
  }

  // The same values in other memory, into which their bytes() are copied.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] data_row_view copied_to(std::byte* to) const {
    data_row_view copy = *this;
    if (bytes() != 0) std::memcpy(to, begin_, bytes());
    copy.begin_ = to;
    return copy;
  }

 private:
  friend bool decode(std::span<const std::byte> body, data_row_view& out);

  // Two words: a result of a million rows has a million of these. No message is longer than 2 GB.
  const std::byte* begin_ = nullptr;
  std::uint32_t bytes_ = 0;
  std::uint32_t size_ = 0;
};

// False when a length is below -1, when a value runs past the message, or when bytes are left over. Whether there are
// as many values as columns is for the caller to see.
[[nodiscard]] inline bool decode(std::span<const std::byte> body, data_row_view& out) {
  if (body.size() < 2) return false;
  const auto count = load_big_endian<std::uint16_t>(body.data());
  const std::byte* at = body.data() + 2;
  // What is left for values, the words that say their lengths set aside.
  auto left = static_cast<std::ptrdiff_t>(body.size()) - 2 - std::ptrdiff_t{4} * count;
  if (left < 0) return false;
  for (std::uint16_t i = 0; i != count; ++i) {
    const auto length = load_big_endian<std::int32_t>(at);
    at += 4;
    if (length < 0) {
      if (length != -1) return false;
      continue;
    }
    left -= length;
    if (left < 0) return false;
    at += length;
  }
  if (left != 0) return false;
  out.begin_ = body.data() + 2;
  out.bytes_ = static_cast<std::uint32_t>(at - out.begin_);
  out.size_ = count;
  return true;
}

}  // namespace pgpipe::protocol
