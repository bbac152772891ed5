#pragma once

#include <cstddef>
#include <utility>

#include <pgpipe/asio/detail/request.hpp>

namespace pgpipe::asio_client::detail {

// Requests that wait, in order, linked by themselves. Those that are left at its end are abandoned.
class request_list {
 public:
  request_list() = default;
  request_list(request_list&& other) noexcept
      : first_(std::exchange(other.first_, nullptr)),
        last_(std::exchange(other.last_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  request_list& operator=(request_list&&) = delete;
  ~request_list() {
    while (first_ != nullptr) pop_front()->abandon();
  }

  [[nodiscard]] bool empty() const { return first_ == nullptr; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] request* front() const { return first_; }

  void push_back(request* added) {
    added->next = nullptr;
    added->previous = last_;
    (last_ != nullptr ? last_->next : first_) = added;
    last_ = added;
    ++size_;
  }
  void push_front(request* added) {
    added->previous = nullptr;
    added->next = first_;
    (first_ != nullptr ? first_->previous : last_) = added;
    first_ = added;
    ++size_;
  }
  void remove(request* gone) {
    (gone->previous != nullptr ? gone->previous->next : first_) = gone->next;
    (gone->next != nullptr ? gone->next->previous : last_) = gone->previous;
    --size_;
  }
  request* pop_front() {
    request* gone = first_;
    remove(gone);
    return gone;
  }
  void append(request_list& others) {
    while (!others.empty()) push_back(others.pop_front());
  }
  [[nodiscard]] request* find(std::uint64_t id) const {
    request* at = first_;
    while (at != nullptr && at->id != id) at = at->next;
    return at;
  }

 private:
  request* first_ = nullptr;
  request* last_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace pgpipe::asio_client::detail
