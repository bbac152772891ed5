#include <pgpipe/protocol/body_reader.hpp>
#include <pgpipe/protocol/copy_response.hpp>

namespace pgpipe::protocol {

bool decode(std::span<const std::byte> body, copy_response& out) {
  body_reader reader(body);
  const std::uint8_t encoding = reader.byte1();
  const std::uint16_t count = reader.uint2();
  out.column_encodings = reader.bytes(std::size_t{2} * count);
  if (!reader.complete() || encoding > 1) return false;
  out.encoding = static_cast<format>(encoding);
  for (std::size_t i = 0; i != count; ++i) {
    const format column = out.column_encoding(i);
    if (column != format::text && (column != format::binary || out.encoding != format::binary)) return false;
  }
  return true;
}

}  // namespace pgpipe::protocol
