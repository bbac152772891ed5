#pragma once

#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/conninfo.hpp>

namespace pgpipe::protocol {

// Adds to `given` what the first group [`service`] of a service file says (manual, "The Connection Service File"): each
// parameter that stands neither there nor earlier in the group. False, and nothing added, where there is no such group.
// Usage errors name the line, and never quote a value. Reading the file is the caller's part.
[[nodiscard]] result<bool> apply_service(conninfo& given, std::string_view content, std::string_view service);

}  // namespace pgpipe::protocol
