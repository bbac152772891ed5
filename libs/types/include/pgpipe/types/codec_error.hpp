#pragma once

#include <cstdint>
#include <string_view>

#include <pgpipe/base/error.hpp>
#include <pgpipe/base/field_view.hpp>

// The errors that codecs return. They name types, never values.
namespace pgpipe::types {

// A value of `type`, in this format, has no reading as the C++ type `target`.
[[nodiscard]] error read_error(std::uint32_t type, format as, std::string_view target);

// The value read is outside what `target` holds.
[[nodiscard]] error range_error(std::uint32_t type, std::string_view target);

[[nodiscard]] error null_error(std::string_view target);

// The bytes are not a value of `type`: the server's fault.
[[nodiscard]] error malformed_error(std::uint32_t type, format as);

// A C++ `source` cannot be sent for a parameter of `type`, in this format.
[[nodiscard]] error write_error(std::string_view source, std::uint32_t type, format as);

// The value to send is outside what `type` holds exactly.
[[nodiscard]] error write_range_error(std::string_view source, std::uint32_t type);

}  // namespace pgpipe::types
