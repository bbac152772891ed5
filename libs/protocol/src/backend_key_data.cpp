#include <pgpipe/protocol/backend_key_data.hpp>
#include <pgpipe/protocol/body_reader.hpp>

namespace pgpipe::protocol {

bool decode(std::span<const std::byte> body, backend_key_data& out) {
  body_reader reader(body);
  out.process_id = reader.int4();
  out.key = reader.rest();
  return reader.complete() && out.key.size() >= 4 && out.key.size() <= 256;
}

}  // namespace pgpipe::protocol
