#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace pgpipe {

// A first-in, first-out queue of small values in one piece of memory that grows when it is full and is never given
// back: in steady use it allocates nothing. A reference to an element lasts until the next push_back().
template <typename T>
class ring {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }

  [[nodiscard]] T& front() { return slots_[head_]; }
  // The i-th element from the front.
  [[nodiscard]] T& operator[](std::size_t i) { return slots_[(head_ + i) & mask_]; }

  void push_back(const T& value) {
    if (size_ == mask_ + 1) grow();
    slots_[(head_ + size_) & mask_] = value;
    ++size_;
  }

  // A ring that has become empty begins anew, so that one that is never long stays within the same few cache lines.
  void pop_front() {
    --size_;
    head_ = size_ == 0 ? 0 : (head_ + 1) & mask_;
  }

  void clear() { head_ = size_ = 0; }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? first_capacity : 2 * slots_.size());
    for (std::size_t i = 0; i != size_; ++i) larger[i] = (*this)[i];
    slots_ = std::move(larger);
    mask_ = slots_.size() - 1;
    head_ = 0;
  }

  static constexpr std::size_t first_capacity = 16;

  std::vector<T> slots_;                // their number is a power of two, or zero
  std::size_t mask_ = ~std::size_t{0};  // their number less one
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace pgpipe
