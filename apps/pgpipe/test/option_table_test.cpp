#include "bench/option_table.hpp"

#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

std::string man_page() {
  std::ifstream file(std::string(PGPIPE_TEST_DATA_DIR) + "/../../../docs/man/pgpipe-bench.1");
  EXPECT_TRUE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The words that follow `mark` in `text`, made of letters and hyphens.
std::set<std::string> words_after(const std::string& text, const std::string& mark) {
  std::set<std::string> words;
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    at += mark.size();
    std::size_t end = at;
    while (end < text.size() && (std::isalpha(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-')) ++end;
    if (end > at) words.insert(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::set<std::string> known_options() {
  std::set<std::string> names = {"help", "version"};
  for (const ::option* each = long_options; each->name != nullptr; ++each) names.insert(each->name);
  return names;
}

TEST(OptionTable, HelpListsExactlyTheOptions) { EXPECT_EQ(words_after(help_text(), " --"), known_options()); }

TEST(OptionTable, ManPageListsExactlyTheOptions) { EXPECT_EQ(words_after(man_page(), "Fl -"), known_options()); }

TEST(OptionTable, ShortFormsAgreeWithLongOnes) {
  const std::string_view letters = short_options;
  for (const ::option* each = long_options; each->name != nullptr; ++each) {
    if (each->val >= long_option::debug) continue;
    const std::size_t at = letters.find(static_cast<char>(each->val));
    ASSERT_NE(at, std::string_view::npos) << each->name;
    EXPECT_EQ(letters.substr(at + 1, 1) == ":", each->has_arg == required_argument) << each->name;
  }
}

TEST(OptionTable, HelpFitsTheScreen) {
  std::istringstream lines(help_text());
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 88U) << line;
}

}  // namespace
}  // namespace pgpipe::app::bench
