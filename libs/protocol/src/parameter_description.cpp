#include <pgpipe/protocol/body_reader.hpp>
#include <pgpipe/protocol/parameter_description.hpp>

namespace pgpipe::protocol {

bool decode(std::span<const std::byte> body, parameter_description& out) {
  body_reader reader(body);
  const std::uint16_t count = reader.uint2();
  out.types = reader.bytes(std::size_t{4} * count);
  return reader.complete();
}

}  // namespace pgpipe::protocol
