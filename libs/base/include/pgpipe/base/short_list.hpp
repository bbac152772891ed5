#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

namespace pgpipe {

// A growing list of small values in one piece of memory, of which the first needs no allocation: most results have one
// row. A list of a million grows without being copied, where the system can move its pages. clear() keeps the memory. A
// reference to an element lasts until the next push_back() or move.
template <typename T>
class short_list {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  short_list() = default;
  short_list(const short_list& other) { assign(other); }
  short_list(short_list&& other) noexcept { take(other); }
  short_list& operator=(const short_list& other) {
    if (this != &other) assign(other);
    return *this;
  }
  short_list& operator=(short_list&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  ~short_list() = default;

  void push_back(const T& value) {
    if (size_ == capacity_) [[unlikely]]
      grow();
    data()[size_++] = value;
  }
  void clear() { size_ = 0; }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  struct give_back {
    void operator()(T* memory) const { std::free(memory); }
  };
  [[nodiscard]] T* data() { return capacity_ == 1 ? &first_ : many_.get(); }
  [[nodiscard]] const T* data() const { return capacity_ == 1 ? &first_ : many_.get(); }

  void grow() {
    const std::size_t larger = capacity_ == 1 ? 16 : 2 * capacity_;
    void* const memory = std::realloc(many_.get(), larger * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    std::ignore = many_.release();
    many_.reset(static_cast<T*>(memory));
    if (capacity_ == 1) *many_ = first_;
    capacity_ = larger;
  }
  void assign(const short_list& other) {
    clear();
    for (std::size_t i = 0; i != other.size_; ++i) push_back(other[i]);
  }
  void take(short_list& other) {
    first_ = other.first_;
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 1);
    many_ = std::move(other.many_);
  }

  T first_{};
  std::size_t size_ = 0;
  std::size_t capacity_ = 1;  // 1: first_ is in use, else many_
  std::unique_ptr<T, give_back> many_;
};

}  // namespace pgpipe
