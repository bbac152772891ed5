#include "delay/direction.hpp"

#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <pgpipe/net/socket.hpp>

namespace pgpipe::app::delay {
namespace {

using namespace std::chrono_literals;

// Two socket pairs with a direction between them: what is written to `sender` comes out of `receiver`.
class Direction : public testing::Test {
 protected:
  Direction() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) sender = net::socket(ends[0]), source = net::socket(ends[1]);
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) sink = net::socket(ends[0]), receiver = net::socket(ends[1]);
  }

  direction make(const link_settings& settings) {
    direction made(settings, toward::client, 1);
    made.read_from(source.fd());
    made.open(sink.fd());
    return made;
  }
  void write(std::string_view text) { ASSERT_EQ(::send(sender.fd(), text.data(), text.size(), 0), ssize(text)); }
  // What has come out; "END" after the end of the stream.
  std::string read() {
    std::array<char, 65536> into{};
    const ssize_t got = ::recv(receiver.fd(), into.data(), into.size(), MSG_DONTWAIT);
    if (got < 0) return "";
    return got == 0 ? "END" : std::string(into.data(), static_cast<std::size_t>(got));
  }
  static ssize_t ssize(std::string_view text) { return static_cast<ssize_t>(text.size()); }

  net::socket sender;
  net::socket source;
  net::socket sink;
  net::socket receiver;
};

TEST_F(Direction, PassesBytesOnWhenTheirTimeHasCome) {
  const link_settings settings{.rtt = 20ms};
  direction link = make(settings);
  write("hello");
  link.receive(0ms);
  EXPECT_EQ(link.due(), moment(10ms));
  EXPECT_EQ(link.deliver(9ms), direction::state::carrying);
  EXPECT_EQ(read(), "");
  write(" again");
  link.receive(5ms);
  link.deliver(10ms);
  EXPECT_EQ(read(), "hello");
  EXPECT_EQ(link.due(), moment(15ms));
  link.deliver(20ms);
  EXPECT_EQ(read(), " again");
  EXPECT_EQ(link.due(), std::nullopt);
}

TEST_F(Direction, TheEndTravelsBehindTheBytes) {
  const link_settings settings{.rtt = 20ms};
  direction link = make(settings);
  write("last");
  link.receive(0ms);
  ::shutdown(sender.fd(), SHUT_WR);
  link.receive(1ms);
  EXPECT_FALSE(link.wants_input());
  EXPECT_EQ(link.deliver(10ms), direction::state::carrying);
  EXPECT_EQ(read(), "last");
  EXPECT_EQ(link.deliver(11ms), direction::state::ended);
  EXPECT_EQ(read(), "END");
}

TEST_F(Direction, SegmentsAreSeparate) {
  const link_settings settings{.segment = 1};
  direction link = make(settings);
  write("abc");
  link.receive(0ms);
  link.deliver(0ms);
  EXPECT_EQ(read(), "abc");  // the receiver was late
}

TEST_F(Direction, CutsAfterExactlySoManyBytes) {
  const link_settings settings{.cut_after_bytes = 3};
  direction link = make(settings);
  write("abcdef");
  link.receive(0ms);
  EXPECT_FALSE(link.wants_input());
  EXPECT_EQ(link.deliver(0ms), direction::state::cut);
  EXPECT_EQ(read(), "abc");
}

TEST_F(Direction, MemoryIsBoundedAndTheSourceThenWaits) {
  const link_settings settings{.rtt = 10s};
  direction link = make(settings);
  const std::string block(60'000, 'x');
  std::size_t sent = 0;
  for (int i = 0; i != 2000 && link.wants_input(); ++i) {
    const ssize_t n = ::send(sender.fd(), block.data(), block.size(), MSG_DONTWAIT);
    if (n > 0) sent += static_cast<std::size_t>(n);
    link.receive(0ms);
  }
  EXPECT_FALSE(link.wants_input());
  EXPECT_GT(sent, 8'000'000U);
  EXPECT_LT(sent, 9'500'000U);
  link.deliver(5s);
  EXPECT_TRUE(link.is_blocked());
  EXPECT_EQ(link.due(), std::nullopt);
  std::size_t got = 0;
  for (int i = 0; i != 100'000 && got < sent; ++i) {
    got += read().size();
    link.deliver(20s);
    link.receive(9s);
  }
  EXPECT_EQ(got, sent);
  EXPECT_TRUE(link.wants_input());
}

TEST_F(Direction, ManySegmentsAreBoundedToo) {
  const link_settings settings{.rtt = 10s, .segment = 1};
  direction link = make(settings);
  const std::string block(60'000, 'x');
  for (int i = 0; i != 20; ++i) {
    (void)::send(sender.fd(), block.data(), block.size(), MSG_DONTWAIT);
    link.receive(0ms);
  }
  EXPECT_FALSE(link.wants_input());
}

TEST_F(Direction, WhatNobodyTakesIsThrownAway) {
  const link_settings settings;
  direction link = make(settings);
  receiver.close();
  write("lost");
  link.receive(0ms);
  link.deliver(0ms);
  EXPECT_TRUE(link.wants_input());
  write("lost too");
  link.receive(1ms);
  sender.close();
  link.receive(2ms);
  EXPECT_EQ(link.deliver(2ms), direction::state::ended);
}

}  // namespace
}  // namespace pgpipe::app::delay
