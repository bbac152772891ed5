#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pgpipe::app::bench {

// A word of a meta-command's line.
struct meta_word {
  std::string_view text;
  std::size_t position = 0;  // of its first byte in the line

  [[nodiscard]] std::size_t end() const { return position + text.size(); }
};

// The next word of the line at or behind `from`: a run of anything but blanks, where a backslash before a newline
// counts as a blank. Its text is empty when there is none, and its position then is the line's end.
[[nodiscard]] meta_word next_word(std::string_view line, std::size_t from);

// All words from there on.
[[nodiscard]] std::vector<meta_word> split_words(std::string_view line, std::size_t from);

}  // namespace pgpipe::app::bench
