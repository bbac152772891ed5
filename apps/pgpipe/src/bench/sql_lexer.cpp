#include "bench/sql_lexer.hpp"

#include "bench/characters.hpp"

namespace pgpipe::app::bench {
namespace {

bool is_word_character(char c) { return is_letter(c) || is_digit(c) || c == '$'; }

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// The size of "$tag$" at the start of the text, or 0.
std::size_t dollar_quote_size(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && (is_letter(text[size]) || (size > 1 && is_digit(text[size])))) ++size;
  return size < text.size() && text[size] == '$' ? size + 1 : 0;
}

// A word's letter in the opening of a command that creates a function: CREATE [OR REPLACE] FUNCTION|PROCEDURE.
char opening_letter(std::string_view word) {
  for (const std::string_view each : {"create", "or", "replace", "function", "procedure"}) {
    if (equals_ignoring_case(word, each)) return each.front();
  }
  return ' ';
}

bool creates_function(std::string_view opening) {
  return opening.starts_with("cf") || opening.starts_with("cp") || opening.starts_with("corf") ||
         opening.starts_with("corp");
}

}  // namespace

sql_end sql_lexer::next_command(std::string& command) {
  command.clear();
  quoted_.clear();
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (command.empty() && is_space(c)) {
      ++position_;
      continue;
    }
    if (command.empty() && follows("--")) {
      take_line_comment();
      continue;
    }
    if (command.empty()) command_start_ = position_;
    if (c == '\\' && at(position_ + 1) != ';' && at(position_ + 1) != ':') return sql_end::backslash;
    take_one(command);
    if (c == ';' && open_parentheses_ == 0 && open_blocks_ == 0) {
      opening_.clear();
      return sql_end::semicolon;
    }
  }
  return sql_end::end_of_text;
}

// Takes one token and adds it to the command.
void sql_lexer::take_one(std::string& command) {
  const char c = text_[position_];
  std::size_t start = position_;
  bool is_quoted = true;
  if (c == '\'' || c == '"') {
    take_quoted(c);
  } else if (c == '$') {
    is_quoted = take_dollar_quoted();
  } else if (follows("--")) {
    take_line_comment();
  } else if (follows("/*")) {
    take_block_comment();
  } else {
    is_quoted = false;
    start = take_unquoted(command);
  }
  if (is_quoted) quoted_.push_back({command.size(), command.size() + position_ - start});
  command.append(text_.substr(start, position_ - start));
}

// Returns where the part of the token that belongs to the command starts: the backslash of "\;" does not.
std::size_t sql_lexer::take_unquoted(std::string& command) {
  const char c = text_[position_];
  std::size_t start = position_;
  if (is_letter(c)) {
    const std::size_t quote = take_word();
    if (quote != 0) quoted_.push_back({command.size() + quote, command.size() + position_ - start});
  } else if (is_digit(c)) {
    take_number();
  } else if (c == ':') {
    take_colon();
  } else {
    if (c == '\\') ++start;
    if (c == '(') ++open_parentheses_;
    if (c == ')' && open_parentheses_ > 0) --open_parentheses_;
    position_ = start + 1;
  }
  return start;
}

void sql_lexer::take_quoted(char quote) {
  const std::size_t end = text_.find(quote, position_ + 1);  // a doubled quote is the end and a new beginning
  position_ = end == std::string_view::npos ? text_.size() : end + 1;
}

// The quoted part of E'...', where a backslash protects the next character, and its continuations on further lines.
void sql_lexer::take_escape_string() {
  ++position_;
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\'') {
      ++position_;
      const std::size_t further = continuation_of_string();
      if (at(position_) != '\'' && further == 0) return;
      position_ = further == 0 ? position_ + 1 : further;
    } else {
      position_ += c == '\\' && position_ + 1 < text_.size() ? 2U : 1U;
    }
  }
}

// The position behind the quote that continues a string which has just ended: blanks and comments with a line end
// between. 0 when the string is not continued.
std::size_t sql_lexer::continuation_of_string() const {
  std::size_t position = position_;
  bool line_ended = false;
  for (;;) {
    if (is_space(at(position))) {
      line_ended = line_ended || is_line_end(at(position));
      ++position;
    } else if (text_.substr(position).starts_with("--")) {
      while (position < text_.size() && !is_line_end(text_[position])) ++position;
    } else {
      return line_ended && at(position) == '\'' ? position + 1 : 0;
    }
  }
}

bool sql_lexer::take_dollar_quoted() {
  const std::size_t size = dollar_quote_size(text_.substr(position_));
  if (size == 0) {
    ++position_;
    return false;
  }
  const std::string_view quote = text_.substr(position_, size);
  const std::size_t end = text_.find(quote, position_ + size);
  position_ = end == std::string_view::npos ? text_.size() : end + size;
  return true;
}

void sql_lexer::take_line_comment() {
  const std::size_t end = text_.find_first_of("\r\n", position_);
  position_ = end == std::string_view::npos ? text_.size() : end;
}

void sql_lexer::take_block_comment() {
  int depth = 0;
  do {
    if (follows("/*")) {
      ++depth;
      position_ += 2;
    } else if (follows("*/")) {
      --depth;
      position_ += 2;
    } else {
      ++position_;
    }
  } while (depth > 0 && position_ < text_.size());
}

// Digits, and what reads like a word right behind them: an exponent or a mistake, which begins neither a dollar quote
// nor an escape string, nor opens a body.
void sql_lexer::take_number() {
  while (is_digit(at(position_))) ++position_;
  if (!is_letter(at(position_))) return;
  while (position_ < text_.size() && is_word_character(text_[position_])) ++position_;
}

// "::" or a variable. Its name is not a word: a "$" ends it, and no "e" in it makes a string special.
void sql_lexer::take_colon() {
  ++position_;
  if (at(position_) == ':') return void(++position_);
  while (is_letter(at(position_)) || is_digit(at(position_))) ++position_;
}

// With E'...' the word is the E and its literal: returns where that begins, else 0.
std::size_t sql_lexer::take_word() {
  const std::size_t start = position_;
  while (position_ < text_.size() && is_word_character(text_[position_])) ++position_;
  const std::string_view word = text_.substr(start, position_ - start);
  if (at(position_) == '\'' && equals_ignoring_case(word, "e")) {
    take_escape_string();
    return word.size();
  }
  if (!is_prefix(word)) count_word(word);
  return 0;
}

// The letter of B'...', X'...', N'...', U&'...' or U&"...".
bool sql_lexer::is_prefix(std::string_view word) const {
  if (word.size() != 1) return false;
  const char letter = to_lower(word.front());
  if (letter == 'u') return follows("&'") || follows("&\"");
  return at(position_) == '\'' && (letter == 'b' || letter == 'x' || letter == 'n');
}

void sql_lexer::count_word(std::string_view word) {
  constexpr std::size_t longest_opening = 4;
  if (opening_.size() < longest_opening) opening_.push_back(opening_letter(word));
  if (open_parentheses_ > 0 || !creates_function(opening_)) return;
  if (equals_ignoring_case(word, "begin")) {
    ++open_blocks_;
  } else if (open_blocks_ > 0 && equals_ignoring_case(word, "case")) {
    ++open_blocks_;
  } else if (open_blocks_ > 0 && equals_ignoring_case(word, "end")) {
    --open_blocks_;
  }
}

}  // namespace pgpipe::app::bench
