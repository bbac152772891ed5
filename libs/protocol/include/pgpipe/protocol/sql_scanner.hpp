#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pgpipe::protocol {

// What a backslash in an ordinary string constant is, by the server's standard_conforming_strings: itself where that is
// on, an escape where it is off; unknown where nobody has said.
enum class string_backslash : std::uint8_t { ordinary, escape, unknown };

// By the value that the server reports; empty where it has reported none.
[[nodiscard]] string_backslash backslash_by(std::string_view standard_conforming_strings);

enum class sql_token : std::uint8_t {
  word,       // a key word or an identifier without quotes
  parameter,  // $1
  semicolon,
  opening,  // ( or [
  closing,  // ) or ]
  quoted,   // a string constant of any kind, or a quoted identifier
  other,    // a character of an operator or of a number
  end,
  // No further tokens follow these.
  unterminated,  // a quote, dollar quote or comment has no end
  unclear,       // where a string constant ends depends on a setting that is not known
};

// Reads SQL as the server's lexer does, as far as it takes to tell what is quoted from what is not (manual, "Lexical
// Structure"). Call order: next() until it says end, unterminated or unclear; text() is the token that it found last.
// Blanks and comments are passed over. In an encoding whose characters may have ASCII bytes behind the first
// (text_encoding::multi_byte) only ASCII can be read so.
class sql_scanner {
 public:
  explicit sql_scanner(std::string_view sql, string_backslash backslash = string_backslash::ordinary)
      : sql_(sql), backslash_(backslash) {}

  sql_token next();
  [[nodiscard]] std::string_view text() const { return sql_.substr(begin_, at_ - begin_); }
  // Where that token begins in the SQL.
  [[nodiscard]] std::size_t position() const { return begin_; }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const { return at_ + ahead < sql_.size() ? sql_[at_ + ahead] : '\0'; }
  [[nodiscard]] bool follows(std::string_view text) const { return sql_.substr(at_).starts_with(text); }
  bool skip_blanks();
  bool skip_block_comment();
  void skip_line_comment();
  sql_token take_string(string_backslash backslash);
  bool take_to_quote(string_backslash backslash);
  bool continues();
  sql_token take_identifier();
  sql_token take_dollar();
  sql_token take_word();
  sql_token fail(sql_token why);

  std::string_view sql_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
  string_backslash backslash_;
  bool unclear_ = false;
};

}  // namespace pgpipe::protocol
