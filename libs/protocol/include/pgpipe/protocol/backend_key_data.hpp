#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pgpipe::protocol {

// What a CancelRequest must show; a view into the message.
struct backend_key_data {
  std::int32_t process_id = 0;
  std::span<const std::byte> key;
};

// A key has exactly 4 bytes at protocol 3.0 and 4 to 256 from 3.2 on: only the latter is checked here.
[[nodiscard]] bool decode(std::span<const std::byte> body, backend_key_data& out);

}  // namespace pgpipe::protocol
