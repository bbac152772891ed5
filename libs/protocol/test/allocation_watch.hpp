#pragma once

#include <cstddef>

namespace pgpipe::protocol::testing {

// What operator new and delete have done in this executable since the watch began, or since restart().
class allocation_watch {
 public:
  allocation_watch() { restart(); }
  void restart();

  [[nodiscard]] std::size_t count() const;      // calls of operator new
  [[nodiscard]] std::size_t largest() const;    // bytes that one of them asked for
  [[nodiscard]] static std::size_t live();      // bytes that are taken now
  [[nodiscard]] std::ptrdiff_t growth() const;  // of live(), since the beginning

 private:
  std::size_t count_at_start_ = 0;
  std::size_t live_at_start_ = 0;
};

}  // namespace pgpipe::protocol::testing
