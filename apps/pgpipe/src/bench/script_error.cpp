#include "bench/script_error.hpp"

#include <algorithm>

namespace pgpipe::app::bench {
namespace {

// The line of a text that a position is in.
struct excerpt {
  std::string_view line;
  std::size_t column;          // bytes of the line before the position
  std::uint32_t lines_before;  // line ends of the text before it
};

excerpt cut_line(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  const std::size_t last_end = before.rfind('\n');
  const std::size_t start = last_end == std::string_view::npos ? 0 : last_end + 1;
  std::string_view line = text.substr(start, text.find('\n', start) - start);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const auto lines_before = std::count(before.begin(), before.end(), '\n');
  return {line, position - start, static_cast<std::uint32_t>(lines_before)};
}

// As wide on a terminal as the text is: one blank for each character, tabs as they are.
std::string blanks_below(std::string_view text) {
  std::string blanks;
  for (const char c : text) {
    const bool continues_character = (static_cast<unsigned char>(c) & 0xC0) == 0x80;  // in UTF-8
    if (!continues_character) blanks += c == '\t' ? '\t' : ' ';
  }
  return blanks;
}

}  // namespace

error make_script_error(const script_place& place, std::string_view message) {
  const excerpt shown = cut_line(place.text, place.position.value_or(0));
  std::string text(place.script);
  text.append(":").append(std::to_string(place.line + shown.lines_before)).append(": ").append(message);
  if (!place.command.empty()) text.append(" in command \"").append(place.command).append("\"");
  if (!place.text.empty()) text.append("\n").append(shown.line);
  if (place.position) {
    const std::size_t behind_line = shown.column - std::min(shown.column, shown.line.size());
    text.append("\n").append(blanks_below(shown.line.substr(0, shown.column))).append(behind_line, ' ');
    text.append("^ error found here");
  }
  return {error_category::usage, std::move(text)};
}

}  // namespace pgpipe::app::bench
