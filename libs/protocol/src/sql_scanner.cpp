#include <algorithm>

#include <pgpipe/protocol/sql_scanner.hpp>

namespace pgpipe::protocol {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
// As the server has it, every byte beyond ASCII may stand in an identifier.
bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
bool ends_line(char c) { return c == '\n' || c == '\r'; }

}  // namespace

string_backslash backslash_by(std::string_view standard_conforming_strings) {
  if (standard_conforming_strings == "on") return string_backslash::ordinary;
  if (standard_conforming_strings == "off") return string_backslash::escape;
  return string_backslash::unknown;
}

sql_token sql_scanner::next() {
  begin_ = at_;
  if (!skip_blanks()) return fail(sql_token::unterminated);
  begin_ = at_;
  if (at_ == sql_.size()) return sql_token::end;
  const char c = peek();
  if (c == '\'') return take_string(backslash_);
  if (c == '"') return take_identifier();
  if (c == '$') return take_dollar();
  if (starts_word(c)) return take_word();
  ++at_;
  switch (c) {
    case ';': return sql_token::semicolon;
    case '(':
    case '[': return sql_token::opening;
    case ')':
    case ']': return sql_token::closing;
    default: return sql_token::other;
  }
}

sql_token sql_scanner::fail(sql_token why) {
  at_ = sql_.size();
  return why;
}

// False where a comment has no end.
bool sql_scanner::skip_blanks() {
  while (at_ < sql_.size()) {
    if (is_blank(peek())) {
      ++at_;
    } else if (follows("--")) {
      skip_line_comment();
    } else if (follows("/*")) {
      if (!skip_block_comment()) return false;
    } else {
      break;
    }
  }
  return true;
}

void sql_scanner::skip_line_comment() {
  while (at_ < sql_.size() && !ends_line(peek())) ++at_;
}

// Block comments nest.
bool sql_scanner::skip_block_comment() {
  std::size_t depth = 0;
  do {
    if (at_ >= sql_.size()) return false;
    const bool begins = follows("/*");
    const bool ends = follows("*/");
    if (begins) ++depth;
    if (ends) --depth;
    at_ += begins || ends ? 2 : 1;
  } while (depth != 0);
  return true;
}

// A constant may go on behind blanks that hold a line's end, in the same kind.
sql_token sql_scanner::take_string(string_backslash backslash) {
  do {
    ++at_;
    if (!take_to_quote(backslash)) return fail(sql_token::unterminated);
  } while (continues());
  return unclear_ ? fail(sql_token::unclear) : sql_token::quoted;
}

// Passes the closing quote; those inside are doubled, or escaped.
bool sql_scanner::take_to_quote(string_backslash backslash) {
  while (at_ < sql_.size()) {
    const char c = peek();
    ++at_;
    if (c == '\\') {
      if (backslash == string_backslash::unknown) unclear_ = true;
      if (backslash == string_backslash::escape) ++at_;
    } else if (c == '\'') {
      if (peek() != '\'') return true;
      ++at_;
    }
  }
  at_ = sql_.size();
  return unclear_;
}

bool sql_scanner::continues() {
  const std::size_t behind = at_;
  bool line_ended = false;
  for (;;) {
    if (is_blank(peek())) {
      line_ended = line_ended || ends_line(peek());
      ++at_;
    } else if (follows("--")) {
      skip_line_comment();
    } else {
      break;
    }
  }
  if (line_ended && peek() == '\'') return true;
  at_ = behind;
  return false;
}

sql_token sql_scanner::take_identifier() {
  for (;;) {
    const std::size_t quote = sql_.find('"', at_ + 1);
    if (quote == std::string_view::npos) return fail(sql_token::unterminated);
    at_ = quote + 1;
    if (peek() != '"') return sql_token::quoted;
  }
}

// A parameter, a dollar quote, or a dollar that is neither.
sql_token sql_scanner::take_dollar() {
  ++at_;
  if (is_digit(peek())) {
    while (is_digit(peek())) ++at_;
    return sql_token::parameter;
  }
  std::size_t end = at_;
  if (end < sql_.size() && starts_word(sql_[end])) {
    while (end < sql_.size() && (starts_word(sql_[end]) || is_digit(sql_[end]))) ++end;
  }
  if (end == sql_.size() || sql_[end] != '$') return sql_token::other;
  const std::string_view delimiter = sql_.substr(begin_, end + 1 - begin_);
  const std::size_t closing = sql_.find(delimiter, end + 1);
  if (closing == std::string_view::npos) return fail(sql_token::unterminated);
  at_ = closing + delimiter.size();
  return sql_token::quoted;
}

// A word, or the letters before a string constant that say of which kind it is.
sql_token sql_scanner::take_word() {
  while (starts_word(peek()) || is_digit(peek()) || peek() == '$') ++at_;
  const std::string_view word = text();
  const char first = static_cast<char>(word.front() | 0x20);
  if (word.size() == 1 && peek() == '\'') {
    if (first == 'e') return take_string(string_backslash::escape);
    if (first == 'n') return take_string(backslash_);
    if (first == 'b' || first == 'x') return take_string(string_backslash::ordinary);
  }
  if (word.size() == 1 && first == 'u' && peek() == '&') {
    if (peek(1) == '\'') return ++at_, take_string(string_backslash::ordinary);
    if (peek(1) == '"') return ++at_, take_identifier();
  }
  return sql_token::word;
}

}  // namespace pgpipe::protocol
