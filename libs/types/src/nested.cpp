#include <pgpipe/types/nested.hpp>

namespace pgpipe::types::detail {

std::string_view unescape(const text_part& part, std::string& scratch) {
  if (!part.escaped) return part.raw;
  scratch.clear();
  for (std::size_t i = 0; i != part.raw.size(); ++i) {
    const bool is_escape = part.raw[i] == '\\' || part.raw[i] == '"';
    if (is_escape && i + 1 != part.raw.size()) ++i;
    scratch += part.raw[i];
  }
  return scratch;
}

void append_quoted(std::string& to, std::string_view part) {
  to += '"';
  for (const char c : part) {
    if (c == '"' || c == '\\') to += '\\';
    to += c;
  }
  to += '"';
}

}  // namespace pgpipe::types::detail
