#pragma once

#include <cstddef>
#include <cstdint>

#include <pgpipe/uring/loop.hpp>

namespace pgpipe::uring::detail {

// What the kernel gives back with a completion: the user's pointer, or the place and the generation of a watched
// descriptor, above the three bits that say which operation it was. 0 is of nobody: the cancelling of an operation.
inline constexpr std::uint64_t operation_bits = 7;

inline std::uint64_t ticket_of(void* user, operation which) {
  return reinterpret_cast<std::uintptr_t>(user) | static_cast<std::uint64_t>(which);
}

inline std::uint64_t ticket_of(std::size_t place, std::uint32_t generation) {
  return std::uint64_t{generation} << 32U | place << 3U | static_cast<std::uint64_t>(operation::ready);
}

inline std::size_t place_of(std::uint64_t ticket) { return (ticket & 0xffffffffU) >> 3U; }

}  // namespace pgpipe::uring::detail
