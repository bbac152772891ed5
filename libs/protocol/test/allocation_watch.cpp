#include "allocation_watch.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {

// Tests of this executable run on one thread.
struct {
  std::size_t count;
  std::size_t largest;
  std::size_t live;
} counted;

}  // namespace

void* operator new(std::size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  ++counted.count;
  counted.largest = std::max(counted.largest, size);
  counted.live += malloc_usable_size(memory);
  return memory;
}

void operator delete(void* memory) noexcept {
  if (memory != nullptr) counted.live -= malloc_usable_size(memory);
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace pgpipe::protocol::testing {

void allocation_watch::restart() {
  count_at_start_ = counted.count;
  live_at_start_ = counted.live;
  counted.largest = 0;
}

std::size_t allocation_watch::count() const { return counted.count - count_at_start_; }
std::size_t allocation_watch::largest() const { return counted.largest; }
std::size_t allocation_watch::live() { return counted.live; }
std::ptrdiff_t allocation_watch::growth() const {
  return static_cast<std::ptrdiff_t>(counted.live) - static_cast<std::ptrdiff_t>(live_at_start_);
}

}  // namespace pgpipe::protocol::testing
