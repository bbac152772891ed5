#pragma once

#include <string>
#include <string_view>

#include <pgpipe/protocol/conninfo.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {

// "host=[a] port=[1]" in the order of first mention, or the error's text. The text is parsed from a heap block of
// exactly its size.
inline std::string shown(std::string_view text) {
  const exact_bytes held(text);
  const std::span<const std::byte> bytes = held.span();
  const result<conninfo> parsed = conninfo::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!parsed) return "error: " + parsed.error().text();
  std::string out;
  for (const auto& [keyword, value] : parsed->parameters()) {
    out += (out.empty() ? "" : " ") + keyword + "=[" + value + "]";
  }
  return out;
}

}  // namespace pgpipe::protocol
