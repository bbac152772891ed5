#include "bench/copy_statement.hpp"

#include <algorithm>
#include <initializer_list>

#include "bench/characters.hpp"

namespace pgpipe::app::bench {
namespace {

// The words of a statement that stand outside quotes and parentheses, in their order.
class outer_words {
 public:
  outer_words(std::string_view sql, std::span<const text_span> quoted) : sql_(sql), quoted_(quoted) {}

  // The next one, or an empty text at the end. A quoted text is no word, nor is any other character.
  std::string_view next() {
    int depth = 0;
    while (position_ < sql_.size()) {
      if (!quoted_.empty() && position_ == quoted_.front().begin) {
        position_ = quoted_.front().end;
        quoted_ = quoted_.subspan(1);
        continue;
      }
      const std::size_t start = position_++;
      const char c = sql_[start];
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (!is_letter(c)) continue;
      while (position_ < sql_.size() && (is_letter(sql_[position_]) || is_digit(sql_[position_]))) ++position_;
      if (depth == 0) return sql_.substr(start, position_ - start);
    }
    return {};
  }

  [[nodiscard]] std::size_t position() const { return position_; }

 private:
  std::string_view sql_;
  std::span<const text_span> quoted_;
  std::size_t position_ = 0;
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view each) { return equals_ignoring_case(word, each); });
}

tl::unexpected<error> refuse(std::string text) { return fail(error_category::usage, std::move(text)); }

// The file behind FROM or TO, and where it ends.
struct file_word {
  std::string name;
  bool is_quoted = false;
  std::size_t end = 0;
};

file_word next_file(std::string_view text, std::size_t from) {
  file_word found;
  while (from < text.size() && is_space(text[from])) ++from;
  found.is_quoted = from < text.size() && text[from] == '\'';
  if (!found.is_quoted) {
    std::size_t end = from;
    while (end < text.size() && !is_space(text[end])) ++end;
    found.name = text.substr(from, end - from);
    found.end = end;
    return found;
  }
  for (found.end = from + 1; found.end < text.size(); ++found.end) {
    if (text[found.end] == '\'' && text.substr(found.end + 1).substr(0, 1) != "'") break;
    if (text[found.end] == '\'') ++found.end;
    found.name += text[found.end];
  }
  found.end = std::min(found.end + 1, text.size());
  return found;
}

}  // namespace

bool is_copy_from_stdin(std::string_view sql, std::span<const text_span> quoted) {
  outer_words words(sql, quoted);
  if (!equals_ignoring_case(words.next(), "copy")) return false;
  std::string_view word = words.next();
  while (!word.empty() && !is_one_of(word, {"from", "to"})) word = words.next();
  return equals_ignoring_case(word, "from") && equals_ignoring_case(words.next(), "stdin");
}

result<copy_request> parse_copy(std::string_view arguments) {
  arguments = trim(arguments);
  if (arguments.ends_with(';')) arguments = trim(arguments.substr(0, arguments.size() - 1));
  std::string read;
  sql_lexer lexer(arguments);
  if (arguments.find('\\') != std::string_view::npos) return refuse("a backslash is not allowed");
  lexer.next_command(read);
  if (read != arguments) return refuse("one line, one COPY");
  outer_words words(arguments, lexer.quoted());
  std::string_view direction = words.next();
  while (!direction.empty() && !is_one_of(direction, {"from", "to"})) direction = words.next();
  if (direction.empty()) return refuse("FROM or TO is missing");
  const bool is_in = equals_ignoring_case(direction, "from");
  const file_word file = next_file(arguments, words.position());
  if (file.name.empty()) return refuse("missing argument");
  if (!file.is_quoted && is_one_of(file.name, {"program"})) return refuse("PROGRAM is not supported");
  const bool is_standard = !file.is_quoted && is_one_of(file.name, {"stdin", "stdout", "pstdin", "pstdout"});
  if (!is_in && !is_standard) return refuse("only TO STDOUT is supported; the rows are read and thrown away");
  copy_request request;
  request.sql = "COPY " + std::string(arguments.substr(0, words.position())) + (is_in ? " STDIN" : " STDOUT") +
                std::string(arguments.substr(file.end));
  request.data = !is_in        ? copy_request::data::discarded
                 : is_standard ? copy_request::data::lines
                               : copy_request::data::file;
  if (request.data == copy_request::data::file) request.file = file.name;
  return request;
}

}  // namespace pgpipe::app::bench
