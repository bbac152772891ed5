#include <pgpipe/protocol/body_reader.hpp>
#include <pgpipe/protocol/parameter_status.hpp>

namespace pgpipe::protocol {

bool decode(std::span<const std::byte> body, parameter_status& out) {
  body_reader reader(body);
  out.name = reader.string();
  out.value = reader.string();
  return reader.complete();
}

}  // namespace pgpipe::protocol
