#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace pgpipe {

// A fixed piece of memory that bytes stand in: its header, then `capacity` bytes. It never moves while somebody holds
// it. The count is not atomic: a chunk and all that pin it belong to one thread at a time.
struct chunk {
  struct chunk_shelf* shelf;
  chunk* next_free;
  std::size_t capacity;
  std::uint32_t references;

  [[nodiscard]] std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
};

// What a pool and its chunks share: it lives until the pool and the last chunk are gone.
struct chunk_shelf {
  chunk* free = nullptr;
  std::size_t free_count = 0;
  std::size_t outstanding = 0;
  bool pool_alive = true;
};

namespace detail {

// More free chunks than this (2 MiB) are a burst's remains and go back to the system.
inline constexpr std::size_t kept_chunks = 32;

// 64 KiB: what one recv() of a fast loopback brings, and small enough to stay in a second-level cache.
inline constexpr std::size_t chunk_bytes = std::size_t{64} * 1024 - sizeof(chunk);

void destroy(chunk* released);

inline void give_back(chunk* released) {
  chunk_shelf& shelf = *released->shelf;
  if (!shelf.pool_alive || released->capacity != chunk_bytes || shelf.free_count == kept_chunks) [[unlikely]]
    return destroy(released);
  --shelf.outstanding;
  released->next_free = shelf.free;
  shelf.free = released;
  ++shelf.free_count;
}

}  // namespace detail

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

// A chunk of exactly `bytes` that belongs to no pool, so that it may go to another thread together with all that pins
// it.
[[nodiscard]] chunk_ptr make_lone_chunk(std::size_t bytes);

// Hands out chunks and takes them back, most recently used first, so that the next user finds them in the cache. One
// pool serves all connections of one thread. Chunks larger than `chunk_bytes` go back to the system at once.
class chunk_pool {
 public:
  static constexpr std::size_t chunk_bytes = detail::chunk_bytes;

  chunk_pool();
  chunk_pool(const chunk_pool&) = delete;
  chunk_pool& operator=(const chunk_pool&) = delete;
  ~chunk_pool();

  // A chunk of at least `bytes`. Throws std::bad_alloc.
  [[nodiscard]] chunk_ptr take(std::size_t bytes = chunk_bytes) {
    if (bytes > chunk_bytes || shelf_->free == nullptr) [[unlikely]]
      return make(bytes);
    chunk* reused = shelf_->free;
    shelf_->free = reused->next_free;
    --shelf_->free_count;
    ++shelf_->outstanding;
    return chunk_ptr(reused);
  }

 private:
  [[nodiscard]] chunk_ptr make(std::size_t bytes);

  chunk_shelf* shelf_;
};

}  // namespace pgpipe
