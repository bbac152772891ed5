#pragma once

#include <cstddef>
#include <cstring>
#include <iterator>
#include <span>
#include <string_view>

namespace pgpipe::protocol {

// Zero-terminated strings that stand one behind the other in a message, each known to be terminated.
class string_list {
 public:
  class iterator {
   public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    using reference = std::string_view;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;

    iterator() = default;
    explicit iterator(const std::byte* at) : at_(at) {}
    std::string_view operator*() const { return reinterpret_cast<const char*>(at_); }
    iterator& operator++() {
      at_ += std::strlen(reinterpret_cast<const char*>(at_)) + 1;
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const iterator&, const iterator&) = default;

   private:
    const std::byte* at_ = nullptr;
  };

  string_list() = default;
  // `bytes` is empty or ends with a zero byte.
  explicit string_list(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  [[nodiscard]] iterator begin() const { return iterator(bytes_.data()); }
  [[nodiscard]] iterator end() const { return iterator(bytes_.data() + bytes_.size()); }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace pgpipe::protocol
