#include "bench/meta_words.hpp"

#include "bench/characters.hpp"

namespace pgpipe::app::bench {
namespace {

bool continues_line(std::string_view rest) { return rest.starts_with("\\\n") || rest.starts_with("\\\r\n"); }

bool is_blank(std::string_view rest) { return is_space(rest.front()) || continues_line(rest); }

}  // namespace

meta_word next_word(std::string_view line, std::size_t from) {
  std::size_t start = from;
  while (start < line.size() && is_blank(line.substr(start))) ++start;
  std::size_t end = start;
  while (end < line.size() && !is_blank(line.substr(end))) ++end;
  return {line.substr(start, end - start), start};
}

std::vector<meta_word> split_words(std::string_view line, std::size_t from) {
  std::vector<meta_word> words;
  for (meta_word word = next_word(line, from); !word.text.empty(); word = next_word(line, word.end())) {
    words.push_back(word);
  }
  return words;
}

}  // namespace pgpipe::app::bench
