#include <new>

#include <pgpipe/base/chunk.hpp>

namespace pgpipe {

// What a pool and its chunks share: it lives until the pool and the last chunk are gone.
struct chunk_shelf {
  chunk* free = nullptr;
  std::size_t free_count = 0;
  std::size_t outstanding = 0;
  bool pool_alive = true;
};

namespace {

// More free chunks than this (2 MiB) are a burst's remains and go back to the system.
constexpr std::size_t kept_chunks = 32;

void destroy(chunk* dead) { ::operator delete(dead, sizeof(chunk) + dead->capacity); }

}  // namespace

namespace detail {

void give_back(chunk* released) {
  chunk_shelf* shelf = released->shelf;
  --shelf->outstanding;
  if (shelf->pool_alive && released->capacity == chunk_pool::chunk_bytes && shelf->free_count < kept_chunks) {
    released->next_free = shelf->free;
    shelf->free = released;
    ++shelf->free_count;
    return;
  }
  destroy(released);
  if (!shelf->pool_alive && shelf->outstanding == 0) delete shelf;
}

}  // namespace detail

chunk_pool::chunk_pool() : shelf_(new chunk_shelf) {}

chunk_pool::~chunk_pool() {
  while (shelf_->free != nullptr) {
    chunk* dead = shelf_->free;
    shelf_->free = dead->next_free;
    destroy(dead);
  }
  shelf_->pool_alive = false;
  if (shelf_->outstanding == 0) delete shelf_;
}

chunk_ptr chunk_pool::take(std::size_t bytes) {
  if (bytes <= chunk_bytes && shelf_->free != nullptr) {
    chunk* reused = shelf_->free;
    shelf_->free = reused->next_free;
    --shelf_->free_count;
    ++shelf_->outstanding;
    return chunk_ptr(reused);
  }
  const std::size_t capacity = bytes <= chunk_bytes ? chunk_bytes : bytes;
  void* memory = ::operator new(sizeof(chunk) + capacity);
  chunk* fresh = ::new (memory) chunk{shelf_, nullptr, capacity, 0};
  ++shelf_->outstanding;
  return chunk_ptr(fresh);
}

}  // namespace pgpipe
