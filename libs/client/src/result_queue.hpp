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
  statement_id push(result_kind kind, const std::shared_ptr<const protocol::row_shape>* columns = nullptr) {
    if (size_ == ring_.size()) [[unlikely]]
      grow();
    statement_result& slot = *ring_[(head_ + size_) & (ring_.size() - 1)];
    ++size_;
    result_builder builder(slot);
    builder.start(next_id_, kind);
    if (columns != nullptr) builder.set_columns(*columns);
    return next_id_++;
  }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] statement_result& front() { return *ring_[head_]; }

  [[nodiscard]] statement_id first_id() const { return next_id_ - size_; }
  [[nodiscard]] statement_id next_id() const { return next_id_; }

  // The entry with this id, or nullptr when it was never there or is gone.
  [[nodiscard]] statement_result* find(statement_id id) {
    const statement_id first = next_id_ - size_;
    if (id < first || id >= next_id_) return nullptr;
    return ring_[(head_ + static_cast<std::size_t>(id - first)) & (ring_.size() - 1)].get();
  }

  // Drops the oldest entry and lets go of what it held.
  void pop() {
    result_builder(*ring_[head_]).let_go();
    head_ = (head_ + 1) & (ring_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<std::unique_ptr<statement_result>> larger(ring_.empty() ? 16 : 2 * ring_.size());
    for (std::size_t i = 0; i != size_; ++i) larger[i] = std::move(ring_[(head_ + i) & (ring_.size() - 1)]);
    for (std::size_t i = size_; i != larger.size(); ++i) larger[i] = std::make_unique<statement_result>();
    ring_ = std::move(larger);
    head_ = 0;
  }

  std::vector<std::unique_ptr<statement_result>> ring_;
  std::size_t head_ = 0;
  std::size_t size_ = 0;
  statement_id next_id_ = 1;
};

}  // namespace pgpipe::detail
