#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/protocol/message_type.hpp>

namespace pgpipe::protocol {

// A message as it stands in the input: its first byte and what follows the length word.
struct frame {
  backend type{};
  std::span<const std::byte> body;

  // The whole message, header included.
  [[nodiscard]] std::size_t size() const { return 5 + body.size(); }
};

enum class framing : std::uint8_t {
  complete,    // a whole message stands at the front
  incomplete,  // more bytes are needed
  bad_type,    // the first byte starts no message of protocol 3
  bad_length,  // the length word lies outside what this message may have: step is lost
};

// next_frame() of an input that is known to begin with a message of this type.
inline framing next_frame_of(backend type, std::span<const std::byte> input, frame& out, std::size_t& wanted) {
  const length_bounds bounds = bounds_of(type);
  if (input.size() < 5) return bounds.greatest == 0 ? framing::bad_type : framing::incomplete;
  const auto length = load_big_endian<std::uint32_t>(input.data() + 1);
  if (length < bounds.least || length > bounds.greatest) {
    return bounds.greatest == 0 ? framing::bad_type : framing::bad_length;
  }
  wanted = std::size_t{1} + length;
  if (input.size() < wanted) return framing::incomplete;
  out = {type, input.subspan(5, length - 4)};
  return framing::complete;
}

// Looks at the front of `input` and cuts one message off, copying nothing. `wanted` becomes the size of the whole
// message, or 0 while its header has not arrived. The bounds are checked before the body arrives, so that no server can
// make the client wait for, or store, what no message needs.
inline framing next_frame(std::span<const std::byte> input, frame& out, std::size_t& wanted) {
  wanted = 0;
  if (input.empty()) return framing::incomplete;
  return next_frame_of(static_cast<backend>(input[0]), input, out, wanted);
}

}  // namespace pgpipe::protocol
