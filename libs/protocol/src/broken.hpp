#pragma once

#include <string>
#include <utility>

#include <pgpipe/base/result.hpp>

namespace pgpipe::protocol {

// What the server sent breaks the protocol.
inline tl::unexpected<error> broken(std::string text) { return fail(error_category::protocol, std::move(text)); }

}  // namespace pgpipe::protocol
