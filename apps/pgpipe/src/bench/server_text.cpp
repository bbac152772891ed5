#include "bench/server_text.hpp"

#include <charconv>
#include <cstddef>

#include <fmt/format.h>

#include <pgpipe/protocol/error_response.hpp>

namespace pgpipe::app::bench {
namespace {

constexpr std::size_t window_width = 60;  // of libpq: characters of a long line that are shown
constexpr std::size_t window_right = 10;  // of them at least so many behind the position

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

// UTF-8 text by characters.
std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) {
    if (begins_character(byte)) ++count;
  }
  return count;
}

std::size_t byte_of_character(std::string_view text, std::size_t character) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!begins_character(text[at])) continue;
    if (character == 0) return at;
    --character;
  }
  return text.size();
}

// "LINE 2: the line" and, below it, a caret at the `position`th character of the query (from 1); empty if it has none.
std::string point_at(std::string_view query, std::size_t position) {
  const std::size_t at = byte_of_character(query, position - 1);
  std::size_t line_number = 1;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < at; ++i) {
    if (query[i] != '\n') continue;
    ++line_number;
    begin = i + 1;
  }
  std::string line(query.substr(begin, query.find('\n', begin) - begin));
  for (char& byte : line) {
    if (byte == '\t' || byte == '\r') byte = ' ';
  }
  std::size_t caret = characters(std::string_view(line).substr(0, at - begin));
  std::size_t first = 0;
  std::size_t last = characters(line);
  std::string_view cut_left;
  std::string_view cut_right;
  if (last > window_width) {
    if (caret + window_right < window_width) {
      last = window_width;
      cut_right = "...";
    } else {
      if (caret + window_right < last) {
        last = caret + window_right;
        cut_right = "...";
      }
      first = last - window_width;
      cut_left = "...";
    }
  }
  const std::size_t from = byte_of_character(line, first);
  const std::string_view shown = std::string_view(line).substr(from, byte_of_character(line, last) - from);
  const std::string head = fmt::format("LINE {}: {}", line_number, cut_left);
  caret = caret - first + head.size();
  return fmt::format("\n{}{}{}\n{}^", head, shown, cut_right, std::string(caret, ' '));
}

std::size_t to_number(std::string_view digits) {
  std::size_t number = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return failure == std::errc() && end == digits.data() + digits.size() ? number : 0;
}

}  // namespace

std::string format_server_message(const server_message& message, std::string_view query) {
  std::string text = fmt::format("{}:  {}", message.severity, message.message);
  const std::size_t position = to_number(message.position);
  const std::size_t internal_position = to_number(message.internal_position);
  if (position != 0) {
    text += query.empty() ? fmt::format(" at character {}", position) : point_at(query, position);
  } else if (internal_position != 0 && !message.internal_query.empty()) {
    text += point_at(message.internal_query, internal_position);
  }
  const bool is_error = message.severity == "ERROR" || message.ends_session();
  if (!message.detail.empty()) text += "\nDETAIL:  " + message.detail;
  if (!message.hint.empty()) text += "\nHINT:  " + message.hint;
  if (!message.internal_query.empty()) text += "\nQUERY:  " + message.internal_query;
  if (is_error && !message.where.empty()) text += "\nCONTEXT:  " + message.where;
  return text;
}

std::string show_message(std::span<const std::byte> body, std::string_view query) {
  server_message message;
  if (!protocol::decode(body, message)) return "the server sent a malformed error message";
  return format_server_message(message, query);
}

std::string describe(const error& error, std::string_view query) {
  return error.server() != nullptr ? format_server_message(*error.server(), query) : error.text();
}

}  // namespace pgpipe::app::bench
