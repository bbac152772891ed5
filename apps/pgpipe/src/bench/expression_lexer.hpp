#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/value.hpp"

namespace pgpipe::app::bench {

enum class token_kind : std::uint8_t {
  end,
  constant,          // a number, TRUE, FALSE or NULL: see token::constant
  smallest_integer,  // 9223372036854775808, which only a unary minus can use
  variable,          // text is the name without the colon
  name,              // of a function
  open,              // (
  close,             // )
  comma,
  plus,
  minus,
  times,
  divided,
  percent,
  ampersand,
  bar,
  sharp,
  tilde,
  shift_left,
  shift_right,
  equal,
  not_equal,  // <> and !=
  less,
  less_equal,
  greater,
  greater_equal,
  and_,
  or_,
  not_,
  is,
  isnull,
  notnull,
  case_,
  when,
  then,
  else_,
  end_case,
  bad_character,  // nothing of the language starts so
  integer_overflow,
  double_overflow,
};

struct token {
  token_kind kind = token_kind::end;
  std::string_view text;
  std::size_t last = 0;  // the position of its last byte in the expression; the expression's size for `end`
  value constant = value::make_null();
};

// Cuts an expression into tokens; next() gives `end` for ever at its end. The views are of the expression's text.
class expression_lexer {
 public:
  explicit expression_lexer(std::string_view text) : text_(text) {}

  [[nodiscard]] token next();

 private:
  void skip_blanks();
  token take(token_kind kind, std::size_t size);
  token take_number();
  token take_integer(std::size_t size);
  token take_double(std::size_t size);
  token take_variable();
  token take_word();
  token take_symbol();

  [[nodiscard]] std::string_view rest() const { return text_.substr(position_); }

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace pgpipe::app::bench
