#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pgpipe::types::detail {

// Reads text from front to back: each function takes what it names and returns whether it was there. What was there in
// part may be taken when it returns false.
class text_cursor {
 public:
  explicit text_cursor(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  bool take(char c) {
    if (peek() != c || rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  // A number of `least` to `most` digits, which at most 18 are; a digit more is left where it is.
  bool number(std::size_t least, std::size_t most, std::int64_t& out) {
    std::size_t count = 0;
    out = 0;
    while (count != most && count != rest_.size() && is_digit(rest_[count])) out = 10 * out + (rest_[count++] - '0');
    rest_.remove_prefix(count);
    return count >= least;
  }

  // One to six digits behind a decimal point, as millionths.
  bool millionths(std::int64_t& out) {
    const std::size_t before = rest_.size();
    if (!number(1, 6, out)) return false;
    for (std::size_t digits = before - rest_.size(); digits != 6; ++digits) out *= 10;
    return true;
  }

  // The letters up to the next character that is none.
  std::string_view word() {
    std::size_t count = 0;
    while (count != rest_.size() && is_letter(rest_[count])) ++count;
    const std::string_view letters = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return letters;
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

  std::string_view rest_;
};

}  // namespace pgpipe::types::detail
