#pragma once

#include <cstddef>
#include <span>

#include <pgpipe/protocol/data_row.hpp>

namespace pgpipe::protocol {

// The result of a FunctionCall; a view into the message.
struct function_call_response {
  field_view value;
};

[[nodiscard]] bool decode(std::span<const std::byte> body, function_call_response& out);

}  // namespace pgpipe::protocol
