#include "bench/option_table.hpp"

#include <cctype>
#include <climits>
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
  std::set<std::string> names = {"help", "version", "compat"};
  for (const option_entry& each : option_entries()) names.insert(each.name);
  return names;
}

TEST(OptionTable, HelpListsExactlyTheOptions) { EXPECT_EQ(words_after(help_text({}), " --"), known_options()); }

TEST(OptionTable, ManPageListsExactlyTheOptions) { EXPECT_EQ(words_after(man_page(), "Fl -"), known_options()); }

TEST(OptionTable, ShortFormsAgreeWithLongOnes) {
  const option_table ours{compatibility()};
  const std::string_view letters = ours.short_options();
  for (const ::option* each = ours.long_options(); each->name != nullptr; ++each) {
    if (each->val > UCHAR_MAX) continue;
    const std::size_t at = letters.find(static_cast<char>(each->val));
    ASSERT_NE(at, std::string_view::npos) << each->name;
    EXPECT_EQ(letters.substr(at + 1, 1) == ":", each->has_arg == required_argument) << each->name;
  }
}

std::set<std::string> names_of(const option_table& table) {
  std::set<std::string> names;
  for (const ::option* each = table.long_options(); each->name != nullptr; ++each) names.insert(each->name);
  return names;
}

TEST(OptionTable, KnowsWhatItsVersionKnows) {
  const std::set<std::string> old = names_of(option_table(compatibility(15)));
  const std::set<std::string> recent = names_of(option_table(compatibility(19)));
  const std::set<std::string> ours = names_of(option_table(compatibility()));
  EXPECT_FALSE(old.contains("dbname"));
  EXPECT_TRUE(recent.contains("dbname"));
  EXPECT_FALSE(recent.contains("embedded"));
  EXPECT_TRUE(ours.contains("embedded"));
  EXPECT_EQ(ours.size(), option_entries().size());
}

TEST(OptionTable, HelpLeavesOutWhatIsUnknown) {
  const std::string text = help_text(compatibility(15));
  EXPECT_EQ(text.find("embedded"), std::string::npos);
  EXPECT_EQ(text.find("that is gone afterwards"), std::string::npos);  // the second line of --embedded
  EXPECT_NE(text.find("\n  --log-prefix=PREFIX      prefix for transaction time log file\n"), std::string::npos);
}

TEST(OptionTable, HelpFitsTheScreen) {
  std::istringstream lines(help_text({}));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 88U) << line;
}

}  // namespace
}  // namespace pgpipe::app::bench
