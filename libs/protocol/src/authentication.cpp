#include <pgpipe/protocol/authentication.hpp>
#include <pgpipe/protocol/body_reader.hpp>

namespace pgpipe::protocol {
namespace {

constexpr std::size_t md5_salt_bytes = 4;

// At least one name, each terminated, and an empty one as the end of the list.
bool is_mechanism_list(std::span<const std::byte> payload) {
  body_reader reader(payload);
  std::size_t names = 0;
  while (!reader.string().empty()) ++names;
  return names != 0 && reader.complete();
}

bool payload_fits(const authentication& message) {
  switch (message.kind) {
    case authentication_kind::ok:
    case authentication_kind::kerberos_v5:
    case authentication_kind::cleartext_password:
    case authentication_kind::gss:
    case authentication_kind::sspi: return message.payload.empty();
    case authentication_kind::md5_password: return message.payload.size() == md5_salt_bytes;
    case authentication_kind::sasl: return is_mechanism_list(message.payload);
    case authentication_kind::gss_continue:
    case authentication_kind::sasl_continue:
    case authentication_kind::sasl_final: return true;
  }
  return true;
}

}  // namespace

bool decode(std::span<const std::byte> body, authentication& out) {
  body_reader reader(body);
  out.kind = static_cast<authentication_kind>(reader.uint4());
  out.payload = reader.rest();
  return reader.complete() && payload_fits(out);
}

}  // namespace pgpipe::protocol
