#include "bench/meta_words.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> words;
  for (const meta_word& each : split_words(line, 0)) words.emplace_back(each.text);
  return words;
}

using texts = std::vector<std::string>;

TEST(meta_words, blanks_separate) {
  EXPECT_EQ(split("  a\t b-c  "), (texts{"a", "b-c"}));
  EXPECT_EQ(split(" \r"), texts{});
  EXPECT_EQ(split(""), texts{});
}

TEST(meta_words, backslash_newline_separates_too) {
  EXPECT_EQ(split("1\\\nms \\\r\n x"), (texts{"1", "ms", "x"}));
  EXPECT_EQ(split("a\\b \\"), (texts{"a\\b", "\\"}));
}

TEST(meta_words, words_know_their_place) {
  const std::string line = "  ab cd";
  const meta_word second = next_word(line, next_word(line, 0).end());
  EXPECT_EQ(second.text, "cd");
  EXPECT_EQ(second.position, 5U);
  EXPECT_EQ(next_word(line, second.end()).position, line.size());
}

}  // namespace
}  // namespace pgpipe::app::bench
