#include "delay/link_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::app::delay {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(LinkSettings, EveryOptionChangesTheLink) {
  const std::pair<const char*, const char*> options[] = {
      {"rtt", "35ms"},  {"jitter", "1ms"},     {"bandwidth", "1MB"}, {"loss-stall", "1%"},
      {"segment", "1"}, {"stall-at", "1s:2s"}, {"cut-after", "100"}, {"cut-after", "1s"}};
  for (const auto& [name, value] : options) {
    link_settings link;
    EXPECT_TRUE(link.is_plain());
    ASSERT_TRUE(set_link_option(link, name, value)) << name;
    EXPECT_FALSE(link.is_plain()) << name;
  }
}

TEST(LinkSettings, ZeroRoundTripIsNoLink) {
  link_settings link;
  ASSERT_TRUE(set_link_option(link, "rtt", "0"));
  EXPECT_TRUE(link.is_plain());
}

TEST(LinkSettings, StallsAddUpInTheirOrder) {
  link_settings link;
  ASSERT_TRUE(set_link_option(link, "stall-at", "5s:1s"));
  ASSERT_TRUE(set_link_option(link, "stall-at", "2s:100ms"));
  ASSERT_EQ(link.stalls.size(), 2U);
  EXPECT_EQ(link.stalls[0].at, 2s);
  EXPECT_EQ(link.stalls[1].lasts, 1s);
}

TEST(LinkSettings, ARefusalNamesTheOptionAndWhatItTakes) {
  link_settings link;
  for (const std::string_view name : link_option_names()) {
    const auto refused = set_link_option(link, name, "x");
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().category(), error_category::usage);
    EXPECT_THAT(refused.error().text(), HasSubstr("invalid value \"x\" for --" + std::string(name) + ": expected "));
  }
  EXPECT_FALSE(set_link_option(link, "stall-at", "1s"));
  EXPECT_FALSE(set_link_option(link, "segment", "0"));
  EXPECT_FALSE(set_link_option(link, "cut-after", "0"));
  EXPECT_FALSE(set_link_option(link, "cut-after", "0s"));
  EXPECT_FALSE(set_link_option(link, "nothing", "1"));
}

}  // namespace
}  // namespace pgpipe::app::delay
