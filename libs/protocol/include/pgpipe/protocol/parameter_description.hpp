#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pgpipe/base/big_endian.hpp>

namespace pgpipe::protocol {

// The types of a statement's parameters; a view into the message.
struct parameter_description {
  std::span<const std::byte> types;  // four bytes a parameter

  [[nodiscard]] std::size_t size() const { return types.size() / 4; }
  [[nodiscard]] std::uint32_t type(std::size_t i) const { return load_big_endian<std::uint32_t>(types.data() + 4 * i); }
};

[[nodiscard]] bool decode(std::span<const std::byte> body, parameter_description& out);

}  // namespace pgpipe::protocol
