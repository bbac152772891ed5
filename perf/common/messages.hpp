#pragma once

#include <cstddef>
#include <span>

#include "contender.hpp"

namespace pgpipe::perf {

// Calls visit(type) for each whole message at the front of what was received, looking at the headers only; an error
// ends the program. Returns how many bytes they are.
template <typename Visit>
std::size_t for_each_message(std::span<const std::byte> received, Visit visit) {
  std::size_t at = 0;
  while (received.size() - at >= 5) {
    const auto* header = reinterpret_cast<const unsigned char*>(received.data() + at);
    const std::size_t size = 1U + ((std::size_t{header[1]} << 24) | (std::size_t{header[2]} << 16) |
                                   (std::size_t{header[3]} << 8) | header[4]);
    if (received.size() - at < size) break;
    if (header[0] == 'E') give_up("the server sent an error");
    visit(static_cast<char>(header[0]));
    at += size;
  }
  return at;
}

}  // namespace pgpipe::perf
