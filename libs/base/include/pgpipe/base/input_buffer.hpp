#pragma once

#include <cstddef>
#include <span>

#include <pgpipe/base/chunk.hpp>

namespace pgpipe {

// Bytes that arrived and are not used up yet. Call order: prepare(), read from the network into what it returns,
// commit(n); then look at readable() and consume(n). What readable() showed stays where it is, and stays itself, for as
// long as a pin() of its chunk is held; without a pin, until the next prepare().
//
// A message that does not fit behind its beginning is moved once, into a chunk of its own that grows with what has
// arrived and never with what was announced.
class input_buffer {
 public:
  explicit input_buffer(chunk_pool& pool) : pool_(&pool) {}

  // Room for at least one byte. `wanted` is the size of the whole message at the front as far as it is known, 0 when
  // it is not: a hint, by which a large message's chunk grows in few steps.
  [[nodiscard]] std::span<std::byte> prepare(std::size_t wanted = 0);

  // The first n bytes of what prepare() returned have been filled.
  void commit(std::size_t n) { end_ += n; }

  [[nodiscard]] std::span<const std::byte> readable() const { return {begin_, end_}; }

  void consume(std::size_t n) { begin_ += n; }

  // Keeps what readable() has shown from the current chunk alive.
  [[nodiscard]] const chunk_ptr& pin() const { return current_; }

  // Gives an empty buffer's chunk back to the pool, for the next connection of this thread. What readable() showed is
  // then gone, unless pinned.
  void release_if_empty() {
    if (begin_ == end_) release();
  }

  // Forgets everything.
  void clear() { release(); }

 private:
  void release() {
    current_.reset();
    begin_ = end_ = limit_ = nullptr;
  }
  void move_to(std::size_t bytes);

  chunk_pool* pool_;
  chunk_ptr current_;
  std::byte* begin_ = nullptr;
  std::byte* end_ = nullptr;
  std::byte* limit_ = nullptr;
};

}  // namespace pgpipe
