#include <pgpipe/types/composite.hpp>

namespace pgpipe::types::detail {
namespace {

// Outside of quotes a comma or a parenthesis ends a field; within them, doubled quotes and what stands behind a
// backslash stand for themselves. The server puts quotes around the whole field or not at all.
bool take_field(std::string_view& text, text_part& out) {
  const bool quoted = text.starts_with('"');
  if (quoted) text.remove_prefix(1);
  std::size_t end = 0;
  for (;; ++end) {
    if (end == text.size()) return false;
    const char c = text[end];
    if (c == '\\' || (quoted && c == '"' && text.substr(end + 1).starts_with('"'))) {
      out.escaped = true;
      if (++end == text.size()) return false;
    } else if (quoted ? c == '"' : (c == ',' || c == ')')) {
      break;
    } else if (!quoted && (c == '"' || c == '(')) {
      return false;
    }
  }
  out.raw = text.substr(0, end);
  out.null = !quoted && end == 0;
  text.remove_prefix(quoted ? end + 1 : end);
  return true;
}

}  // namespace

bool parse_composite(std::string_view text, std::vector<text_part>& fields) {
  if (!text.starts_with('(')) return false;
  do {
    text.remove_prefix(1);
    if (!take_field(text, fields.emplace_back())) return false;
  } while (text.starts_with(','));
  return text == ")";
}

error in_field(std::size_t field, error cause) { return cause.add_context("field " + std::to_string(field)); }

}  // namespace pgpipe::types::detail
