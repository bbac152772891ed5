#pragma once

#include <cstddef>
#include <span>

#include <pgpipe/base/server_message.hpp>

namespace pgpipe::protocol {

// ErrorResponse and NoticeResponse, which have one layout. Fields of unknown type are ignored, as the manual demands;
// every field may be missing, the SQLSTATE and the text included. The texts are the server's bytes as they are: before
// the client's encoding is settled they need not be valid in it. False: the message breaks off.
[[nodiscard]] bool decode(std::span<const std::byte> body, server_message& out);

}  // namespace pgpipe::protocol
