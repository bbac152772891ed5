#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace pgpipe {

struct chunk_shelf;

// A fixed piece of memory that bytes stand in: its header, then `capacity` bytes. It never moves while somebody holds
// it. The count is not atomic: a chunk and all that pin it belong to one thread at a time.
struct chunk {
  chunk_shelf* shelf;
  chunk* next_free;
  std::size_t capacity;
  std::uint32_t references;

  [[nodiscard]] std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
};

namespace detail {
void give_back(chunk* released);
}

// Shared ownership of a chunk within one thread. The last owner gives the memory back to the pool it came from, which
// may be gone by then.
class chunk_ptr {
 public:
  chunk_ptr() = default;
  explicit chunk_ptr(chunk* held) : held_(held) {
    if (held_ != nullptr) ++held_->references;
  }
  chunk_ptr(const chunk_ptr& other) : chunk_ptr(other.held_) {}
  chunk_ptr(chunk_ptr&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  chunk_ptr& operator=(chunk_ptr other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~chunk_ptr() { reset(); }

  void reset() {
    if (held_ != nullptr && --held_->references == 0) detail::give_back(held_);
    held_ = nullptr;
  }

  [[nodiscard]] chunk* get() const { return held_; }
  chunk* operator->() const { return held_; }
  explicit operator bool() const { return held_ != nullptr; }
  [[nodiscard]] bool is_unique() const { return held_ != nullptr && held_->references == 1; }
  friend bool operator==(const chunk_ptr&, const chunk_ptr&) = default;

 private:
  chunk* held_ = nullptr;
};

// Hands out chunks and takes them back, most recently used first, so that the next user finds them in the cache. One
// pool serves all connections of one thread. Chunks larger than `chunk_bytes` go back to the system at once.
class chunk_pool {
 public:
  // 64 KiB: what one recv() of a fast loopback brings, and small enough to stay in a second-level cache.
  static constexpr std::size_t chunk_bytes = std::size_t{64} * 1024 - sizeof(chunk);

  chunk_pool();
  chunk_pool(const chunk_pool&) = delete;
  chunk_pool& operator=(const chunk_pool&) = delete;
  ~chunk_pool();

  // A chunk of at least `bytes`. Throws std::bad_alloc.
  [[nodiscard]] chunk_ptr take(std::size_t bytes = chunk_bytes);

 private:
  chunk_shelf* shelf_;
};

}  // namespace pgpipe
