#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pgpipe/protocol/string_list.hpp>

namespace pgpipe::protocol {

// The server's answer to a StartupMessage that asks for more than it knows; a view into the message.
struct negotiate_protocol_version {
  std::uint32_t version = 0;  // the newest that the server speaks, in StartupMessage's form
  string_list options;        // names beginning with "_pq_." that it does not know
};

[[nodiscard]] bool decode(std::span<const std::byte> body, negotiate_protocol_version& out);

}  // namespace pgpipe::protocol
