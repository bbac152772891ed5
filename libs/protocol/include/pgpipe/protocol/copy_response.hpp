#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/protocol/message_type.hpp>

namespace pgpipe::protocol {

// CopyInResponse, CopyOutResponse and CopyBothResponse, which have one layout; a view into the message.
struct copy_response {
  format encoding = format::text;               // of the whole copy
  std::span<const std::byte> column_encodings;  // two bytes a column

  [[nodiscard]] std::size_t column_count() const { return column_encodings.size() / 2; }
  [[nodiscard]] format column_encoding(std::size_t i) const {
    return static_cast<format>(load_big_endian<std::int16_t>(column_encodings.data() + 2 * i));
  }
};

// False also for a format that is neither text nor binary, and for a binary column in a text copy.
[[nodiscard]] bool decode(std::span<const std::byte> body, copy_response& out);

}  // namespace pgpipe::protocol
