#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace pgpipe {

// A first-in, first-out queue of small values in one piece of memory that grows when it is full and is never given
// back: in steady use it allocates nothing. The first few stand in the ring itself, so that a short queue needs no
// memory beside its owner's, which is one cache line less to wait for. A reference to an element lasts until the next
// push_back().
template <typename T>
class ring {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  ring() = default;
  ring(const ring&) = delete;
  ring& operator=(const ring&) = delete;
  ~ring() = default;

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

  [[nodiscard]] T& back() { return (*this)[size_ - 1]; }
  void pop_back() {
    if (--size_ == 0) head_ = 0;
  }

  void clear() { head_ = size_ = 0; }

 private:
  void grow() {
    std::vector<T> larger(many_.empty() ? first_allocation : 2 * many_.size());
    for (std::size_t i = 0; i != size_; ++i) larger[i] = (*this)[i];
    many_ = std::move(larger);
    slots_ = many_.data();
    mask_ = many_.size() - 1;
    head_ = 0;
  }

  static constexpr std::size_t few = 2;
  static constexpr std::size_t first_allocation = 16;

  std::array<T, few> few_{};
  std::vector<T> many_;  // in use once there have been more than few
  T* slots_ = few_.data();
  std::size_t mask_ = few - 1;  // the number of slots, a power of two, less one
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace pgpipe
