#include "delay/options.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::app::delay {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

result<options> parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "delay");
  std::vector<char*> argv;
  for (std::string& each : arguments) argv.push_back(each.data());
  argv.push_back(nullptr);
  return parse_options(static_cast<int>(arguments.size()), argv.data());
}

TEST(DelayOptions, AllAreRead) {
  const auto read =
      parse({"--listen", ":0", "--target=/tmp", "--rtt", "35ms", "--jitter=1ms", "--bandwidth", "1MB",
             "--loss-stall=1%", "--segment=1", "--stall-at", "1s:2s", "--cut-after=10", "--random-seed=9"});
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->listen, ":0");
  EXPECT_EQ(read->target, "/tmp");
  EXPECT_EQ(read->link.rtt, 35ms);
  EXPECT_EQ(read->link.jitter, 1ms);
  EXPECT_EQ(read->link.segment, 1U);
  EXPECT_EQ(read->link.cut_after_bytes, 10U);
  EXPECT_EQ(read->random_seed, 9U);
}

TEST(DelayOptions, HelpNamesEveryOption) {
  for (const char* option : {"--help", "-?"}) EXPECT_EQ(parse({option}).value().action, action::help);
  for (const std::string_view each : link_option_names()) {
    EXPECT_THAT(help_text(), HasSubstr("  --" + std::string(each) + "="));
  }
}

TEST(DelayOptions, MistakesAreNamed) {
  const auto refusal = [](const std::vector<std::string>& arguments) { return parse(arguments).error().text(); };
  EXPECT_THAT(refusal({"--target", "x"}), HasSubstr("--listen is missing"));
  EXPECT_THAT(refusal({"--listen", "0"}), HasSubstr("--target is missing"));
  EXPECT_THAT(refusal({"--speed", "1"}), HasSubstr("unrecognized option \"--speed\""));
  EXPECT_THAT(refusal({"--rtt"}), HasSubstr("option \"--rtt\" requires a value"));
  EXPECT_THAT(refusal({"--rtt", "35"}), HasSubstr("expected a duration such as 35ms"));
  EXPECT_THAT(refusal({"--random-seed", "x"}), HasSubstr("invalid value \"x\" for --random-seed"));
  EXPECT_THAT(refusal({"--listen", "0", "--target", "x", "y"}), HasSubstr("too many command-line arguments"));
}

}  // namespace
}  // namespace pgpipe::app::delay
