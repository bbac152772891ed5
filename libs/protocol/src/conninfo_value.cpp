#include "conninfo_value.hpp"

#include <algorithm>
#include <charconv>

#include "conninfo_syntax.hpp"

namespace pgpipe::protocol {

std::optional<int> parse_integer(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  int value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> elements;
  if (text.empty()) return elements;
  while (true) {
    const std::size_t comma = text.find(',');
    elements.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return elements;
    text.remove_prefix(comma + 1);
  }
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_word_default(std::string_view text) { return equal_ignoring_case(text, "default"); }

}  // namespace pgpipe::protocol
