#include <pgpipe/protocol/body_reader.hpp>
#include <pgpipe/protocol/function_call_response.hpp>

namespace pgpipe::protocol {

bool decode(std::span<const std::byte> body, function_call_response& out) {
  body_reader reader(body);
  const std::int32_t length = reader.int4();
  out.value = {};
  if (length < 0) return length == -1 && reader.complete();
  const std::span<const std::byte> bytes = reader.bytes(static_cast<std::size_t>(length));
  if (!reader.complete()) return false;
  out.value = {bytes.data(), bytes.size()};
  return true;
}

}  // namespace pgpipe::protocol
