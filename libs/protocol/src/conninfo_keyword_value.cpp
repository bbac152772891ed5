#include <string>

#include "conninfo_syntax.hpp"

namespace pgpipe::protocol {
namespace {

// A cursor over "keyword = value keyword='quoted value'".
class reader {
 public:
  explicit reader(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  void skip_space() {
    while (!at_end() && is_space(text_[at_])) ++at_;
  }
  std::string_view keyword() {
    const std::size_t begin = at_;
    while (!at_end() && text_[at_] != '=' && !is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  bool take(char wanted) {
    if (at_end() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  // A backslash takes the next character as it is, with and without quotes. False: the closing quote is missing.
  bool value(std::string& out) {
    const bool quoted = take('\'');
    while (!at_end()) {
      char c = text_[at_++];
      if (quoted && c == '\'') return true;
      if (!quoted && is_space(c)) return true;
      if (c == '\\') {
        if (at_end()) break;
        c = text_[at_++];
      }
      out += c;
    }
    return !quoted;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string after_word(std::string_view word, std::string_view previous_keyword) {
  if (previous_keyword == "password") return {};
  return " after \"" + std::string(word) + "\"";
}

result<void> parse_keyword_value(std::string_view text, conninfo& out) {
  reader in(text);
  std::string_view previous;
  for (in.skip_space(); !in.at_end(); in.skip_space()) {
    const std::string_view keyword = in.keyword();
    in.skip_space();
    if (!in.take('=')) {
      return fail(error_category::usage, "missing \"=\"" + after_word(keyword, previous) + " in the connection string");
    }
    in.skip_space();
    std::string value;
    if (!in.value(value)) {
      return fail(error_category::usage,
                  "unterminated quoted string for " + std::string(keyword) + " in the connection string");
    }
    if (result<void> set = out.set(keyword, value); !set) return set;
    previous = keyword;
  }
  return {};
}

}  // namespace pgpipe::protocol
