#include "delay/quantity.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app {
namespace {

using namespace std::chrono_literals;

TEST(Quantity, DurationsHaveUnits) {
  EXPECT_EQ(parse_duration("35ms"), 35ms);
  EXPECT_EQ(parse_duration("1.5s"), 1500ms);
  EXPECT_EQ(parse_duration("200us"), 200us);
  EXPECT_EQ(parse_duration("7ns"), 7ns);
  EXPECT_EQ(parse_duration("2min"), 120s);
  EXPECT_EQ(parse_duration("0"), 0ns);
  EXPECT_EQ(parse_duration("0.0001us"), 0ns);
}

TEST(Quantity, WhatIsNoDurationIsRefused) {
  for (const char* text : {"", "35", "ms", "-1ms", "+1ms", "1 ms", "1ms ", "1e3ms", "nan", "inf", "35MS", "1h", "0x1s",
                           "1e400s", "99999999999999s", ".", "1..5s"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(Quantity, BytesAndBandwidths) {
  EXPECT_EQ(parse_bytes("1"), 1U);
  EXPECT_EQ(parse_bytes("1.5kB"), 1500U);
  EXPECT_EQ(parse_bytes("2MB"), 2'000'000U);
  EXPECT_EQ(parse_bytes("1kb"), std::nullopt);
  EXPECT_EQ(parse_bytes("-1"), std::nullopt);
  EXPECT_EQ(parse_bytes("99999999GB"), std::nullopt);
  EXPECT_EQ(parse_bandwidth("10Mbit"), 1'250'000.0);
  EXPECT_EQ(parse_bandwidth("1GB/s"), 1e9);
  EXPECT_EQ(parse_bandwidth("0"), std::nullopt);
  EXPECT_EQ(parse_bandwidth("fast"), std::nullopt);
}

TEST(Quantity, SharesAreFromNothingToAll) {
  EXPECT_EQ(parse_share("0.25"), 0.25);
  EXPECT_EQ(parse_share("2%"), 0.02);
  EXPECT_EQ(parse_share("100%"), 1.0);
  EXPECT_EQ(parse_share("1.01"), std::nullopt);
  EXPECT_EQ(parse_share("-1%"), std::nullopt);
  EXPECT_EQ(parse_share("%"), std::nullopt);
}

}  // namespace
}  // namespace pgpipe::app
