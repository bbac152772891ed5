#include <algorithm>
#include <cstring>
#include <utility>

#include <pgpipe/base/output_buffer.hpp>

namespace pgpipe {

void output_buffer::append_in_pieces(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::span<std::byte> room = reserve(1);
    const std::size_t n = std::min(room.size(), bytes.size());
    std::memcpy(room.data(), bytes.data(), n);
    append(n);
    bytes = bytes.subspan(n);
  }
}

std::size_t output_buffer::pending(std::span<std::span<const std::byte>> pieces) const {
  std::size_t n = 0;
  for (std::size_t i = oldest_; i != full_.size(); ++i) {
    if (n == pieces.size()) return n;
    pieces[n++] = {full_[i].begin, full_[i].end};
  }
  if (n < pieces.size() && begin_ != end_) pieces[n++] = {begin_, end_};
  return n;
}

void output_buffer::commit_in_pieces(std::size_t n) {
  pending_bytes_ -= n;
  committed_total_ += n;
  while (oldest_ != full_.size()) {
    segment& oldest = full_[oldest_];
    const std::size_t taken = std::min(n, static_cast<std::size_t>(oldest.end - oldest.begin));
    oldest.begin += taken;
    n -= taken;
    if (oldest.begin != oldest.end) return;
    oldest.memory.reset();
    if (++oldest_ == full_.size()) {
      full_.clear();
      oldest_ = 0;
    }
  }
  begin_ += n;
  if (begin_ != end_) return;
  if (current_ && current_->capacity == chunk_pool::chunk_bytes) {
    begin_ = end_ = current_->data();
  } else {
    current_.reset();
    begin_ = end_ = limit_ = nullptr;
  }
}

void output_buffer::truncate(std::uint64_t total) {
  auto surplus = static_cast<std::size_t>(appended_total() - total);
  pending_bytes_ -= surplus;
  for (;;) {
    const std::size_t taken = std::min(surplus, static_cast<std::size_t>(end_ - begin_));
    end_ -= taken;
    surplus -= taken;
    if (surplus == 0) return;
    segment& newest = full_.back();
    current_ = std::move(newest.memory);
    begin_ = newest.begin;
    end_ = newest.end;
    limit_ = current_->data() + current_->capacity;
    full_.pop_back();
  }
}

void output_buffer::clear() {
  full_.clear();
  oldest_ = 0;
  current_.reset();
  begin_ = end_ = limit_ = nullptr;
  pending_bytes_ = 0;
  committed_total_ = 0;
}

void output_buffer::close_segment() {
  // A stream that is never quite drained would pile up the entries of what it has sent.
  if (oldest_ >= 16 && 2 * oldest_ >= full_.size()) {
    full_.erase(full_.begin(), full_.begin() + static_cast<std::ptrdiff_t>(oldest_));
    oldest_ = 0;
  }
  if (begin_ != end_) full_.push_back({std::move(current_), begin_, end_});
  current_.reset();
}

std::span<std::byte> output_buffer::open_next_segment(std::size_t bytes, std::size_t keep) {
  // Doubling what a growing message has makes its copies a constant factor of its size.
  chunk_ptr next = pool_->take(keep == 0 ? bytes : std::max(bytes, 2 * keep));
  if (keep != 0) std::memcpy(next->data(), end_, keep);
  close_segment();
  current_ = std::move(next);
  begin_ = end_ = current_->data();
  limit_ = begin_ + current_->capacity;
  return {end_, limit_};
}

}  // namespace pgpipe
