#include <pgpipe/types/nested.hpp>

namespace pgpipe::types::detail {

bool take_part(std::string_view& text, std::string_view ends, std::string_view openers, text_part& out) {
  const bool quoted = text.starts_with('"');
  if (quoted) text.remove_prefix(1);
  std::size_t end = 0;
  for (;; ++end) {
    if (end == text.size()) return false;
    const char c = text[end];
    if (c == '\\' || (quoted && c == '"' && text.substr(end + 1).starts_with('"'))) {
      out.escaped = true;
      if (++end == text.size()) return false;
    } else if (quoted ? c == '"' : ends.find(c) != std::string_view::npos) {
      break;
    } else if (!quoted && (c == '"' || openers.find(c) != std::string_view::npos)) {
      return false;
    }
  }
  out.raw = text.substr(0, end);
  out.null = !quoted && end == 0;
  text.remove_prefix(quoted ? end + 1 : end);
  return true;
}

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
