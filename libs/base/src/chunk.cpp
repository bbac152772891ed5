#include <new>

#include <pgpipe/base/chunk.hpp>

namespace pgpipe {

namespace {

void free_memory(chunk* dead) { ::operator delete(dead, sizeof(chunk) + dead->capacity); }

}  // namespace

void detail::destroy(chunk* released) {
  chunk_shelf* shelf = released->shelf;
  --shelf->outstanding;
  free_memory(released);
  if (!shelf->pool_alive && shelf->outstanding == 0) delete shelf;
}

chunk_ptr make_lone_chunk(std::size_t bytes) {
  void* memory = ::operator new(sizeof(chunk) + bytes);
  auto* shelf = new chunk_shelf{.outstanding = 1, .pool_alive = false};
  return chunk_ptr(::new (memory) chunk{shelf, nullptr, bytes, 0});
}

chunk_pool::chunk_pool() : shelf_(new chunk_shelf) {}

chunk_pool::~chunk_pool() {
  while (shelf_->free != nullptr) {
    chunk* dead = shelf_->free;
    shelf_->free = dead->next_free;
    free_memory(dead);
  }
  shelf_->pool_alive = false;
  if (shelf_->outstanding == 0) delete shelf_;
}

chunk_ptr chunk_pool::make(std::size_t bytes) {
  const std::size_t capacity = bytes <= chunk_bytes ? chunk_bytes : bytes;
  void* memory = ::operator new(sizeof(chunk) + capacity);
  chunk* fresh = ::new (memory) chunk{shelf_, nullptr, capacity, 0};
  ++shelf_->outstanding;
  return chunk_ptr(fresh);
}

}  // namespace pgpipe
