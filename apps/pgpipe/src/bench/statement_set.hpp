#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgpipe::app::bench {

// Some of a run's statements, by number. The first 64 stand in the set itself: a transaction asks for its statements
// each time, and memory elsewhere would have to be waited for.
class statement_set {
 public:
  [[nodiscard]] bool contains(std::size_t statement) const {
    if (statement < bits) [[likely]]
      return (first_ >> statement & 1U) != 0;
    const std::size_t word = statement / bits - 1;
    return word < more_.size() && (more_[word] >> statement % bits & 1U) != 0;
  }

  void insert(std::size_t statement) {
    const std::uint64_t bit = std::uint64_t{1} << statement % bits;
    if (statement < bits) {
      first_ |= bit;
      return;
    }
    const std::size_t word = statement / bits - 1;
    if (more_.size() <= word) more_.resize(word + 1);
    more_[word] |= bit;
  }

  void clear() {
    first_ = 0;
    more_.clear();
  }

 private:
  static constexpr std::size_t bits = 64;

  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> more_;
};

}  // namespace pgpipe::app::bench
