#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "result_builder.hpp"

namespace pgpipe::detail {

// The results of what was asked and not taken yet, in order: a ring whose entries are used again, so that a pipeline
// that runs for ever allocates only until it has been as deep as it gets. The newest has the highest id; an id is also
// the tag of the request in the session.
class result_queue {
 public:
  // `columns` are those that are known already.
  statement_id push(result_kind kind, const std::shared_ptr<const protocol::row_shape>& columns = {}) {
    if (size_ == mask_ + 1) [[unlikely]]
      grow();
    result_builder(*ring_[(head_ + size_) & mask_]).start(next_id_, kind, columns);
    ++size_;
    return next_id_++;
  }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] statement_result& front() { return *ring_[head_]; }

  [[nodiscard]] statement_id first_id() const { return next_id_ - size_; }
  [[nodiscard]] statement_id next_id() const { return next_id_; }

  // The entry with this id, or nullptr when it was never there or is gone.
  [[nodiscard]] statement_result* find(statement_id id) {
    const statement_id behind_front = id - first_id();  // a great number where it is before it
    if (behind_front >= size_) return nullptr;
    return ring_[(head_ + static_cast<std::size_t>(behind_front)) & mask_];
  }

  // Drops the oldest entry and lets go of what it held.
  void pop() {
    result_builder(*ring_[head_]).let_go();
    head_ = (head_ + 1) & mask_;
    --size_;
  }

 private:
  void grow() {
    constexpr std::size_t least = 16;
    const std::size_t more = ring_.empty() ? least : ring_.size();
    std::vector<statement_result*> larger;
    larger.reserve(ring_.size() + more);
    for (std::size_t i = 0; i != size_; ++i) larger.push_back(ring_[(head_ + i) & mask_]);
    statement_result* const slab = slabs_.emplace_back(std::make_unique<statement_result[]>(more)).get();
    for (std::size_t i = 0; i != more; ++i) larger.push_back(slab + i);
    ring_ = std::move(larger);
    mask_ = ring_.size() - 1;
    head_ = 0;
  }

  std::vector<std::unique_ptr<statement_result[]>> slabs_;  // where the entries stand: side by side, and never moved
  std::vector<statement_result*> ring_;
  std::size_t mask_ = static_cast<std::size_t>(-1);  // the ring's size, a power of two or none yet, less one
  std::size_t head_ = 0;
  std::size_t size_ = 0;
  statement_id next_id_ = 1;
};

}  // namespace pgpipe::detail
