#include <pgpipe/types/hstore.hpp>

namespace pgpipe::types {
namespace {

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// A key or value in quotes, where a backslash is in front of every quote and backslash.
bool take_quoted(std::string_view& text, std::string& out) {
  if (!take(text, "\"")) return false;
  for (;;) {
    const std::size_t plain = text.find_first_of("\\\"");
    if (plain == std::string_view::npos) return false;
    out += text.substr(0, plain);
    const bool at_end = text[plain] == '"';
    text.remove_prefix(plain + 1);
    if (at_end) return true;
    if (text.empty()) return false;
    out += text.front();
    text.remove_prefix(1);
  }
}

}  // namespace

// "a"=>"1", "b"=>NULL
bool detail::parse_hstore(std::string_view text, hstore& out) {
  out.clear();
  if (text.empty()) return true;
  do {
    std::string key;
    std::optional<std::string> value;
    if (!take_quoted(text, key) || !take(text, "=>")) return false;
    if (!take(text, "NULL") && !take_quoted(text, value.emplace())) return false;
    if (!out.emplace(std::move(key), std::move(value)).second) return false;
  } while (take(text, ", "));
  return text.empty();
}

std::string detail::format_hstore(const hstore& value) {
  std::string text;
  for (const auto& [key, each] : value) {
    if (!text.empty()) text += ", ";
    append_quoted(text, key);
    text += "=>";
    if (each) {
      append_quoted(text, *each);
    } else {
      text += "NULL";
    }
  }
  return text;
}

result<hstore> codec<hstore>::decode(field_view value, std::uint32_t stored, format as) {
  if (as == format::binary || !type_name(stored).empty()) return fail(read_error(stored, as, name));
  hstore out;
  if (!detail::parse_hstore(value.text(), out)) return fail(malformed_error(stored, as));
  return out;
}

}  // namespace pgpipe::types
