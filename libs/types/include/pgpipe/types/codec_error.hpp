#pragma once

#include <cstddef>
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

// The text of a value of `type` could not be read, as with another `setting` than those in `wanted`.
[[nodiscard]] error style_error(std::uint32_t type, std::string_view setting, std::string_view wanted);

// The value has `found` of what `target` has `wanted` of, such as dimensions or fields.
[[nodiscard]] error count_error(std::uint32_t type, std::string_view target, std::string_view what, std::size_t found,
                                std::size_t wanted);

// A C++ `source` cannot be sent for a parameter of `type`, in this format.
[[nodiscard]] error write_error(std::string_view source, std::uint32_t type, format as);

// The value to send is outside what `type` holds exactly.
[[nodiscard]] error write_range_error(std::string_view source, std::uint32_t type);

}  // namespace pgpipe::types
