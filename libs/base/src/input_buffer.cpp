#include <algorithm>
#include <cstring>

#include <pgpipe/base/input_buffer.hpp>

namespace pgpipe {
namespace {

// Below this much room a read is not worth its system call while the message at the front could be moved instead.
constexpr std::size_t least_room = 4096;

}  // namespace

std::span<std::byte> input_buffer::prepare(std::size_t wanted) {
  const auto held = static_cast<std::size_t>(end_ - begin_);
  if (!current_) {
    move_to(chunk_pool::chunk_bytes);
  } else if (held == 0 && current_.is_unique() && current_->capacity == chunk_pool::chunk_bytes) {
    begin_ = end_ = current_->data();
  } else if (held == 0 && current_->capacity != chunk_pool::chunk_bytes) {
    move_to(chunk_pool::chunk_bytes);
  } else {
    const auto room = static_cast<std::size_t>(limit_ - end_);
    const bool fits = wanted != 0 && wanted <= static_cast<std::size_t>(limit_ - begin_);
    if (room < least_room && !(fits && room > 0)) {
      // At most twice what has arrived, whatever was announced.
      const std::size_t grown = std::max(chunk_pool::chunk_bytes, 2 * held);
      move_to(wanted > held ? std::min(grown, std::max(wanted, chunk_pool::chunk_bytes)) : grown);
    }
  }
  return {end_, limit_};
}

void input_buffer::move_to(std::size_t bytes) {
  chunk_ptr next = pool_->take(bytes);
  const auto held = static_cast<std::size_t>(end_ - begin_);
  if (held != 0) std::memcpy(next->data(), begin_, held);
  current_ = std::move(next);
  begin_ = current_->data();
  end_ = begin_ + held;
  limit_ = begin_ + current_->capacity;
}

}  // namespace pgpipe
