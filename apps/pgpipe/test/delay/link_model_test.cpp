#include "delay/link_model.hpp"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::app::delay {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

std::size_t bytes_of(const std::deque<parcel>& parcels) {
  return std::accumulate(parcels.begin(), parcels.end(), std::size_t{0},
                         [](std::size_t sum, const parcel& each) { return sum + each.bytes; });
}

TEST(LinkModel, HalfTheRoundTripEachWay) {
  const link_settings settings{.rtt = 35ms};
  std::deque<parcel> out;
  link_model(settings, toward::server, 1).carry(100, 1s, out);
  link_model(settings, toward::client, 1).carry(100, 1s, out);
  EXPECT_THAT(out, ElementsAre(parcel{100, 1017500us}, parcel{100, 1017500us}));
  const link_settings odd{.rtt = 3ns};
  out.clear();
  link_model(odd, toward::server, 1).carry(1, 0ns, out);
  link_model(odd, toward::client, 1).carry(1, 0ns, out);
  EXPECT_EQ(out[0].release + out[1].release, 3ns);
}

TEST(LinkModel, APlainLinkReleasesAtOnce) {
  const link_settings settings;
  link_model link(settings, toward::client, 1);
  std::deque<parcel> out;
  link.carry(70'000, 5ms, out);
  link.end(6ms, out);
  EXPECT_THAT(out, ElementsAre(parcel{70'000, 5ms}, parcel{0, 6ms, aftermath::end}));
}

TEST(LinkModel, JitterSpreadsButNeverReorders) {
  const link_settings settings{.rtt = 10ms, .jitter = 4ms};
  link_model link(settings, toward::server, 7);
  std::deque<parcel> out;
  for (int i = 0; i != 1000; ++i) link.carry(10, i * 1ms, out);
  moment last{0};
  moment least = 1h;
  moment most{0};
  for (std::size_t i = 0; i != out.size(); ++i) {
    EXPECT_GE(out[i].release, last);
    last = out[i].release;
    const moment delay = out[i].release - static_cast<int>(i) * 1ms;
    least = std::min(least, delay);
    most = std::max(most, delay);
  }
  EXPECT_GE(least, 5ms);
  EXPECT_LE(least, 6ms);
  EXPECT_LE(most, 9ms);
  EXPECT_GE(most, 8ms);
}

TEST(LinkModel, TheSameSeedDrawsTheSame) {
  const link_settings settings{.jitter = 4ms, .loss_stall = 0.1};
  std::deque<parcel> first;
  std::deque<parcel> second;
  std::deque<parcel> other;
  link_model(settings, toward::server, 3).carry(10, 1ms, first);
  link_model(settings, toward::server, 3).carry(10, 1ms, second);
  link_model(settings, toward::server, 4).carry(10, 1ms, other);
  EXPECT_EQ(first, second);
  EXPECT_NE(first, other);
}

TEST(LinkModel, BandwidthQueuesWhatComesFaster) {
  const link_settings settings{.rtt = 20ms, .bandwidth = 1e6};
  link_model link(settings, toward::server, 1);
  std::deque<parcel> out;
  link.carry(1000, 0ms, out);   // 1 ms on the wire
  link.carry(2000, 0ms, out);   // behind it
  link.carry(1000, 50ms, out);  // the wire was idle
  EXPECT_THAT(out, ElementsAre(parcel{1000, 11ms}, parcel{2000, 13ms}, parcel{1000, 61ms}));
}

TEST(LinkModel, ALostPacketHoldsUpWhatIsBehindIt) {
  const link_settings all_lost{.rtt = 10ms, .loss_stall = 1};
  std::deque<parcel> out;
  link_model(all_lost, toward::server, 1).carry(100, 0ms, out);
  EXPECT_THAT(out, ElementsAre(parcel{100, 5ms + 10ms + 200ms}));
  const link_settings some_lost{.rtt = 10ms, .loss_stall = 0.02};
  link_model link(some_lost, toward::server, 1);
  out.clear();
  for (int i = 0; i != 5000; ++i) link.carry(100, i * 1s, out);
  std::size_t stalled = 0;
  for (std::size_t i = 0; i != out.size(); ++i) {
    stalled += out[i].release - static_cast<int>(i) * 1s > 5ms ? 1U : 0U;
  }
  EXPECT_GT(stalled, 60U);
  EXPECT_LT(stalled, 140U);
  link.carry(100, 6000s, out);
  link.carry(100, 6000s, out);
  EXPECT_GE(out.back().release, out[out.size() - 2].release);
}

TEST(LinkModel, ALargeParcelIsMoreLikelyToLoseAPacket) {
  const link_settings settings{.loss_stall = 0.01};
  link_model link(settings, toward::server, 1);
  std::deque<parcel> out;
  for (int i = 0; i != 1000; ++i) link.carry(1448 * 50, i * 1s, out);
  std::size_t stalled = 0;
  for (std::size_t i = 0; i != out.size(); ++i) stalled += out[i].release > static_cast<int>(i) * 1s ? 1U : 0U;
  EXPECT_GT(stalled, 330U);  // 1 - 0.99^50 is 39.5%
  EXPECT_LT(stalled, 460U);
}

TEST(LinkModel, SegmentsLeaveOneByOne) {
  const link_settings settings{.bandwidth = 1000, .segment = 2};
  link_model link(settings, toward::client, 1);
  std::deque<parcel> out;
  link.carry(5, 0ms, out);
  EXPECT_THAT(out, ElementsAre(parcel{2, 2ms}, parcel{2, 4ms}, parcel{1, 5ms}));
}

TEST(LinkModel, NothingLeavesDuringAStall) {
  link_settings settings{.rtt = 2ms, .stalls = {{10ms, 20ms}, {30ms, 5ms}}};
  link_model link(settings, toward::client, 1);
  std::deque<parcel> out;
  link.carry(1, 8ms, out);   // 9 ms: before
  link.carry(1, 9ms, out);   // 10 ms: its first moment; the second stall follows at once
  link.carry(1, 33ms, out);  // 34 ms: in the second
  link.carry(1, 34ms, out);  // 35 ms: it is over
  link.carry(1, 100ms, out);
  EXPECT_THAT(out, ElementsAre(parcel{1, 9ms}, parcel{1, 35ms}, parcel{1, 35ms}, parcel{1, 35ms}, parcel{1, 101ms}));
}

TEST(LinkModel, ACutComesExactlyBehindItsBytes) {
  const link_settings settings{.cut_after_bytes = 100};
  link_model link(settings, toward::client, 1);
  std::deque<parcel> out;
  link.carry(60, 0ms, out);
  link.carry(60, 1ms, out);
  EXPECT_THAT(out, ElementsAre(parcel{60, 0ms}, parcel{40, 1ms}, parcel{0, 1ms, aftermath::cut}));
  EXPECT_EQ(bytes_of(out), 100U);
}

TEST(LinkModel, ACutThatFallsBetweenTwoReadsComesWithTheFirst) {
  const link_settings settings{.cut_after_bytes = 60};
  link_model link(settings, toward::client, 1);
  std::deque<parcel> out;
  link.carry(60, 0ms, out);
  EXPECT_EQ(out.back().then, aftermath::cut);
}

TEST(LinkModel, TheServersBytesAreCutOnly) {
  const link_settings settings{.cut_after_bytes = 10};
  link_model link(settings, toward::server, 1);
  std::deque<parcel> out;
  link.carry(100, 0ms, out);
  EXPECT_THAT(out, ElementsAre(parcel{100, 0ms}));
}

}  // namespace
}  // namespace pgpipe::app::delay
