#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgpipe::app::bench {

// What ended a piece of SQL.
enum class sql_end : std::uint8_t { semicolon, backslash, end_of_text };

// A part of a text, by the positions of its first byte and behind its last.
struct text_span {
  std::size_t begin;
  std::size_t end;

  friend bool operator==(const text_span&, const text_span&) = default;
};

// Cuts SQL into commands as psql does: at semicolons outside quotes, comments, parentheses and the bodies of
// SQL-standard functions. Call order: next_command() until it returns end_of_text; after backslash, read the
// meta-command from position() on and skip_to() the start of the line behind it. The text is looked at once, whatever
// its size.
class sql_lexer {
 public:
  explicit sql_lexer(std::string_view text) : text_(text) {}

  // Reads the next command into `command`, its semicolon included. Blanks and "--" comments before it are left out;
  // "\;" and "\:" stand for ";" and ":". An unterminated quote or comment reaches to the end of the text.
  sql_end next_command(std::string& command);

  // The quoted literals, quoted identifiers and comments of the command that was read last.
  [[nodiscard]] std::span<const text_span> quoted() const { return quoted_; }

  // Where the command that was read last starts, blanks and comments before it left out.
  [[nodiscard]] std::size_t command_start() const { return command_start_; }

  // After a command: behind its semicolon, or at its backslash.
  [[nodiscard]] std::size_t position() const { return position_; }

  void skip_to(std::size_t position) { position_ = position; }

 private:
  // Each takes one token, of which position_ is the first byte, and leaves position_ behind it. That
  // which returns bool says whether it is quoted.
  void take_quoted(char quote);
  void take_escape_string();
  bool take_dollar_quoted();
  void take_line_comment();
  void take_block_comment();
  void take_number();
  void take_colon();
  std::size_t take_word();
  std::size_t take_unquoted(std::string& command);

  [[nodiscard]] bool is_prefix(std::string_view word) const;
  void count_word(std::string_view word);
  void take_one(std::string& command);
  [[nodiscard]] std::size_t continuation_of_string() const;
  [[nodiscard]] char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  [[nodiscard]] bool follows(std::string_view text) const { return text_.substr(position_).starts_with(text); }

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t command_start_ = 0;
  std::vector<text_span> quoted_;

  // What decides whether a semicolon ends a command. Like psql's, this survives a backslash in the middle of a command.
  int open_parentheses_ = 0;
  int open_blocks_ = 0;  // BEGIN and, within it, CASE
  std::string opening_;  // the first letters of those of the command's first four words that can begin a function
};

}  // namespace pgpipe::app::bench
