#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace pgpipe::protocol {

// The current value of a run-time parameter that the server reports; views into the message.
struct parameter_status {
  std::string_view name;
  std::string_view value;
};

[[nodiscard]] bool decode(std::span<const std::byte> body, parameter_status& out);

}  // namespace pgpipe::protocol
