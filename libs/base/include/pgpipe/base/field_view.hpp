#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pgpipe {

// How a value stands on the wire (manual, "Formats and Format Codes").
enum class format : std::int16_t { text = 0, binary = 1 };

// A value as it stands on the wire. NULL has no data; an empty value has.
struct field_view {
  const std::byte* data = nullptr;
  std::size_t size = 0;

  [[nodiscard]] bool is_null() const { return data == nullptr; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {data, size}; }
  [[nodiscard]] std::string_view text() const { return {reinterpret_cast<const char*>(data), size}; }
};

}  // namespace pgpipe
