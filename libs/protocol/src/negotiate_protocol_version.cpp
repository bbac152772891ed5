#include <pgpipe/protocol/body_reader.hpp>
#include <pgpipe/protocol/negotiate_protocol_version.hpp>

namespace pgpipe::protocol {

bool decode(std::span<const std::byte> body, negotiate_protocol_version& out) {
  body_reader reader(body);
  out.version = reader.uint4();
  const std::int32_t count = reader.int4();
  if (reader.failed() || count < 0) return false;
  out.options = string_list(body.last(reader.remaining()));
  for (std::int32_t i = 0; i != count && !reader.failed(); ++i) static_cast<void>(reader.string());
  return reader.complete();
}

}  // namespace pgpipe::protocol
