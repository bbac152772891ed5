#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

// Small things that are done with texts here and there.
namespace pgpipe::protocol {

inline std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline bool has_zero_byte(std::string_view text) { return text.find('\0') != std::string_view::npos; }

// Takes the next line off the content; its newline is gone, a carriage return before it stands.
inline std::string_view take_line(std::string_view& content) {
  const std::size_t end = std::min(content.find('\n'), content.size());
  const std::string_view line = content.substr(0, end);
  content.remove_prefix(std::min(end + 1, content.size()));
  return line;
}

}  // namespace pgpipe::protocol
