#include "compare/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compare/preset.hpp"

namespace pgpipe::app::compare {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

result<options> parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compare");
  std::vector<char*> argv;
  for (std::string& each : arguments) argv.push_back(each.data());
  argv.push_back(nullptr);
  return parse_options(static_cast<int>(arguments.size()), argv.data());
}

TEST(CompareOptions, WhatIsNotItsOwnIsTheBenchs) {
  const auto read = parse({"-S", "--axis=mode=simple,prepared", "-c", "8", "--axis", "rtt=0,1ms", "--precision", "1%",
                           "--max-time=5s", "--json", "f", "--fail-if", "ratio < 0.95", "mydb"});
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->axes.size(), 2U);
  EXPECT_DOUBLE_EQ(read->limits.precision, 0.01);
  EXPECT_EQ(read->limits.max_time, 5s);
  EXPECT_EQ(read->json_file, "f");
  EXPECT_EQ(read->fail_if.size(), 1U);
  EXPECT_THAT(read->bench, ElementsAre("-S", "-c", "8", "mydb"));
}

TEST(CompareOptions, MistakesAreNamed) {
  const auto refusal = [](const std::vector<std::string>& arguments) { return parse(arguments).error().text(); };
  EXPECT_THAT(refusal({}), HasSubstr("nothing to compare"));
  EXPECT_THAT(refusal({"--preset", "serie"}), HasSubstr("unknown preset \"serie\": there are series, query-modes, "));
  EXPECT_THAT(refusal({"--preset", "series", "--axis", "depth=1"}), HasSubstr("a preset has its own axes"));
  EXPECT_THAT(refusal({"--axis", "depth=1,2", "--precision", "0"}), HasSubstr("invalid value \"0\" for --precision"));
  EXPECT_THAT(refusal({"--axis", "depth=1,2", "--max-time", "5"}), HasSubstr("invalid value \"5\" for --max-time"));
  EXPECT_THAT(refusal({"--axis", "depth=1,2", "--rounds", "x"}), HasSubstr("invalid value \"x\" for --rounds"));
  EXPECT_THAT(refusal({"--axis", "depth=1,2", "--fail-if", "p99 > 1ms"}), HasSubstr("knows ratio only"));
  EXPECT_THAT(refusal({"--axis"}), HasSubstr("option \"--axis\" requires a value"));
  EXPECT_THAT(refusal({"--axis", "depth=1,2", "--short"}), HasSubstr("--short is for presets"));
}

TEST(CompareOptions, HelpNamesEveryPreset) {
  EXPECT_EQ(parse({"--help"})->action, action::help);
  EXPECT_EQ(parse({"--preset", "list"})->action, action::list_presets);
  for (const preset& each : presets()) EXPECT_THAT(help_text(), HasSubstr(std::string(each.name)));
}

TEST(BenchArguments, TellWhatWasGivenFromDefaults) {
  EXPECT_FALSE(names_script({"-c", "2"}));
  EXPECT_TRUE(names_script({"-c", "2", "-S"}));
  EXPECT_TRUE(names_script({"-b", "tpcb-like"}));
  EXPECT_FALSE(names_server({"-c", "2"}));
  EXPECT_TRUE(names_server({"-h", "x"}));
  EXPECT_TRUE(names_server({"mydb"}));
  EXPECT_FALSE(says_how_long({"-c", "2"}));
  EXPECT_TRUE(says_how_long({"-t", "2"}));
  EXPECT_TRUE(says_how_long({"-T", "2"}));
  EXPECT_THAT(without_flag({"-c", "--embed", "x"}, "--embedded", "--em"), ElementsAre("-c", "x"));
  EXPECT_THAT(without_option({"--rtt", "1ms", "-c", "--rtt=3", "2"}, "--rtt"), ElementsAre("-c", "2"));
}

}  // namespace
}  // namespace pgpipe::app::compare
