#pragma once

#include <cstddef>

namespace pgpipe::app::bench {

// Asks for memory that is about to be written, without waiting for it.
inline void prefetch(const void* from, std::size_t bytes) {
  constexpr std::size_t cache_line = 64;
  const auto* const begin = static_cast<const std::byte*>(from);
  for (std::size_t at = 0; at < bytes; at += cache_line) __builtin_prefetch(begin + at, 1);
}

}  // namespace pgpipe::app::bench
