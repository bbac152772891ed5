#include "bench/expression_lexer.hpp"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string>

#include "bench/characters.hpp"

namespace pgpipe::app::bench {
namespace {

bool is_name_character(char c) { return is_letter(c) || is_digit(c); }

std::size_t count_digits(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_digit(text[size])) ++size;
  return size;
}

// The size of "e", an optional sign and digits, or 0.
std::size_t exponent_size(std::string_view text) {
  if (text.empty() || to_lower(text.front()) != 'e') return 0;
  const std::size_t sign = text.size() > 1 && (text[1] == '+' || text[1] == '-') ? 1 : 0;
  const std::size_t digits = count_digits(text.substr(1 + sign));
  return digits == 0 ? 0 : 1 + sign + digits;
}

std::size_t name_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_name_character(text[size])) ++size;
  return size;
}

struct word {
  std::string_view text;
  token_kind kind;
};

constexpr word keywords[] = {
    {"and", token_kind::and_},      {"or", token_kind::or_},         {"not", token_kind::not_},
    {"is", token_kind::is},         {"isnull", token_kind::isnull},  {"notnull", token_kind::notnull},
    {"case", token_kind::case_},    {"when", token_kind::when},      {"then", token_kind::then},
    {"else", token_kind::else_},    {"end", token_kind::end_case},   {"null", token_kind::constant},
    {"true", token_kind::constant}, {"false", token_kind::constant},
};

// Longer ones first, where one begins another.
constexpr word symbols[] = {
    {"<<", token_kind::shift_left}, {">>", token_kind::shift_right},
    {"<=", token_kind::less_equal}, {">=", token_kind::greater_equal},
    {"<>", token_kind::not_equal},  {"!=", token_kind::not_equal},
    {"<", token_kind::less},        {">", token_kind::greater},
    {"=", token_kind::equal},       {"+", token_kind::plus},
    {"-", token_kind::minus},       {"*", token_kind::times},
    {"/", token_kind::divided},     {"%", token_kind::percent},
    {"&", token_kind::ampersand},   {"|", token_kind::bar},
    {"#", token_kind::sharp},       {"~", token_kind::tilde},
    {"(", token_kind::open},        {")", token_kind::close},
    {",", token_kind::comma},
};

}  // namespace

token expression_lexer::next() {
  skip_blanks();
  if (position_ == text_.size()) {
    token end;
    end.last = text_.size();
    return end;
  }
  const char first = text_[position_];
  if (is_digit(first) || (first == '.' && count_digits(rest().substr(1)) > 0)) return take_number();
  if (is_letter(first)) return take_word();
  if (first == ':') return take_variable();
  return take_symbol();
}

void expression_lexer::skip_blanks() {
  while (position_ < text_.size()) {
    if (is_space(text_[position_])) {
      ++position_;
    } else if (rest().starts_with("\\\n")) {
      position_ += 2;
    } else if (rest().starts_with("\\\r\n")) {
      position_ += 3;
    } else {
      return;
    }
  }
}

token expression_lexer::take(token_kind kind, std::size_t size) {
  token taken;
  taken.kind = kind;
  taken.text = text_.substr(position_, size);
  position_ += size;
  taken.last = position_ - 1;
  return taken;
}

token expression_lexer::take_number() {
  const std::string_view text = rest();
  const std::size_t whole = count_digits(text);
  std::size_t size = whole;
  if (size < text.size() && text[size] == '.') size += 1 + count_digits(text.substr(size + 1));
  size += exponent_size(text.substr(size));
  return size == whole ? take_integer(size) : take_double(size);
}

token expression_lexer::take_integer(std::size_t size) {
  token number = take(token_kind::constant, size);
  std::int64_t parsed = 0;
  if (number.text == "9223372036854775808") {
    number.kind = token_kind::smallest_integer;
  } else if (std::from_chars(number.text.data(), number.text.data() + size, parsed).ec != std::errc()) {
    number.kind = token_kind::integer_overflow;
  }
  number.constant = value::make(parsed);
  return number;
}

token expression_lexer::take_double(std::size_t size) {
  token number = take(token_kind::constant, size);
  const std::string terminated(number.text);
  errno = 0;
  number.constant = value::make(std::strtod(terminated.c_str(), nullptr));
  if (errno != 0) number.kind = token_kind::double_overflow;
  return number;
}

token expression_lexer::take_variable() {
  const std::size_t size = name_size(rest().substr(1));
  if (size == 0) return take(token_kind::bad_character, 1);
  token variable = take(token_kind::variable, 1 + size);
  variable.text.remove_prefix(1);
  return variable;
}

token expression_lexer::take_word() {
  token taken = take(token_kind::name, name_size(rest()));
  for (const word& each : keywords) {
    if (!equals_ignoring_case(taken.text, each.text)) continue;
    taken.kind = each.kind;
    if (each.text == "true" || each.text == "false") taken.constant = value::make(each.text == "true");
  }
  return taken;
}

token expression_lexer::take_symbol() {
  for (const word& each : symbols) {
    if (rest().starts_with(each.text)) return take(each.kind, each.text.size());
  }
  return take(token_kind::bad_character, 1);
}

}  // namespace pgpipe::app::bench
