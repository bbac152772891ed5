#include <pgpipe/protocol/body_reader.hpp>
#include <pgpipe/protocol/notification_response.hpp>

namespace pgpipe::protocol {

bool decode(std::span<const std::byte> body, notification_response& out) {
  body_reader reader(body);
  out.process_id = reader.int4();
  out.channel = reader.string();
  out.payload = reader.string();
  return reader.complete();
}

}  // namespace pgpipe::protocol
