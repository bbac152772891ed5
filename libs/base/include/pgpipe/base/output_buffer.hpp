#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <pgpipe/base/chunk.hpp>

namespace pgpipe {

// Bytes that wait to be sent, in segments that never move: what pending() shows stays until commit(n), while more is
// appended. Appending is reserve(n), write, append(n) for pieces that must stand in one place.
class output_buffer {
 public:
  explicit output_buffer(chunk_pool& pool) : pool_(&pool) {}

  // At least `bytes` of room in one place, of which the first `keep` bytes are those last reserved but not yet appended
  // (a message under construction is carried along when it outgrows its segment). The span lasts until the next call.
  [[nodiscard]] std::span<std::byte> reserve(std::size_t bytes, std::size_t keep = 0) {
    if (static_cast<std::size_t>(limit_ - end_) >= bytes) return {end_, limit_};
    return open_segment(bytes, keep);
  }

  // The first n bytes of what reserve() returned are now part of the output.
  void append(std::size_t n) {
    end_ += n;
    pending_bytes_ += n;
  }

  void append(std::span<const std::byte> bytes) {
    if (static_cast<std::size_t>(limit_ - end_) < bytes.size()) return append_in_pieces(bytes);
    if (bytes.empty()) return;
    std::memcpy(end_, bytes.data(), bytes.size());
    append(bytes.size());
  }

  // Takes back what was appended since appended_total() was `total` and nothing was committed since.
  void truncate(std::uint64_t total);

  // The oldest piece that is not sent yet; empty when all is sent.
  [[nodiscard]] std::span<const std::byte> pending() const {
    if (oldest_ != full_.size()) return {full_[oldest_].begin, full_[oldest_].end};
    return {begin_, end_};
  }

  // Fills `pieces` with the oldest pieces in order and returns how many there are.
  std::size_t pending(std::span<std::span<const std::byte>> pieces) const;

  // The first n pending bytes have been handed to the network.
  void commit(std::size_t n) {
    if (oldest_ != full_.size() || n != pending_bytes_ || !current_ || current_->capacity != chunk_pool::chunk_bytes)
        [[unlikely]] {
      return commit_in_pieces(n);
    }
    pending_bytes_ = 0;
    committed_total_ += n;
    begin_ = end_ = current_->data();
  }

  [[nodiscard]] std::size_t pending_bytes() const { return pending_bytes_; }

  // Bytes ever appended and ever committed: positions that tell whether a request was sent.
  [[nodiscard]] std::uint64_t appended_total() const { return committed_total_ + pending_bytes_; }
  [[nodiscard]] std::uint64_t committed_total() const { return committed_total_; }

  // Gives an empty buffer's memory back to the pool, for the next connection of this thread.
  void release_if_empty() {
    if (pending_bytes_ != 0) return;
    current_.reset();
    begin_ = end_ = limit_ = nullptr;
  }

  // Forgets everything and starts counting from zero.
  void clear();

 private:
  struct segment {
    chunk_ptr memory;
    std::byte* begin;
    std::byte* end;
  };
  void commit_in_pieces(std::size_t n);
  void append_in_pieces(std::span<const std::byte> bytes);
  std::span<std::byte> open_segment(std::size_t bytes, std::size_t keep) {
    if (current_ || bytes > chunk_pool::chunk_bytes) return open_next_segment(bytes, keep);
    current_ = pool_->take();
    begin_ = end_ = current_->data();
    limit_ = begin_ + current_->capacity;
    return {end_, limit_};
  }
  std::span<std::byte> open_next_segment(std::size_t bytes, std::size_t keep);
  void close_segment();

  chunk_pool* pool_;
  std::vector<segment> full_;  // older segments, those before oldest_ already sent; the one being filled stands below
  std::size_t oldest_ = 0;
  chunk_ptr current_;
  std::byte* begin_ = nullptr;
  std::byte* end_ = nullptr;
  std::byte* limit_ = nullptr;
  std::size_t pending_bytes_ = 0;
  std::uint64_t committed_total_ = 0;
};

}  // namespace pgpipe
