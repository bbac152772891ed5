#include <cerrno>

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <pgpipe/net/epoll_loop.hpp>

#include "sockets.hpp"

namespace pgpipe::net {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

TEST(epoll_loop, reports_who_is_ready_for_what) {
  auto loop = epoll_loop::make();
  ASSERT_TRUE(loop);
  const auto [a, b] = make_socket_pair();
  int first = 1;
  int second = 2;
  ASSERT_TRUE(loop->add(a.fd(), interest::readable, &first));
  ASSERT_TRUE(loop->add(b.fd(), interest::writable, &second));
  auto ready = loop->wait(nanoseconds(0));
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0].user(), &second);
  EXPECT_TRUE(ready[0].is_writable());
  EXPECT_FALSE(ready[0].is_readable());

  ASSERT_TRUE(loop->modify(b.fd(), interest::none, &second));
  EXPECT_TRUE(loop->wait(nanoseconds(0)).empty());
  ASSERT_EQ(::send(b.fd(), "x", 1, 0), 1);
  ready = loop->wait(nanoseconds(-1));
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0].user(), &first);
  EXPECT_TRUE(ready[0].is_readable());

  ASSERT_TRUE(loop->remove(a.fd()));
  EXPECT_TRUE(loop->wait(nanoseconds(0)).empty());
}

TEST(epoll_loop, a_closed_peer_is_ready_for_everything) {
  auto loop = epoll_loop::make();
  auto [a, b] = make_socket_pair();
  ASSERT_TRUE(loop->add(a.fd(), interest::none, nullptr));
  b.close();
  const auto ready = loop->wait(nanoseconds(-1));
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_TRUE(ready[0].is_readable());
  EXPECT_TRUE(ready[0].is_writable());
}

TEST(epoll_loop, reports_the_rest_by_the_next_wait) {
  auto loop = epoll_loop::make(1);
  const auto [a, b] = make_socket_pair();
  int users[2] = {};
  ASSERT_TRUE(loop->add(a.fd(), interest::writable, &users[0]));
  ASSERT_TRUE(loop->add(b.fd(), interest::writable, &users[1]));
  const void* first = loop->wait(nanoseconds(0))[0].user();
  const void* second = loop->wait(nanoseconds(0))[0].user();
  EXPECT_NE(first, second);
}

TEST(epoll_loop, short_timeouts_are_not_rounded_to_nothing) {
  auto loop = epoll_loop::make();
  for (const nanoseconds timeout : {nanoseconds(microseconds(300)), nanoseconds(milliseconds(3))}) {
    const auto start = steady_clock::now();
    EXPECT_TRUE(loop->wait(timeout).empty());
    EXPECT_GE(steady_clock::now() - start, timeout);
  }
  const auto until = steady_clock::now() + milliseconds(2);
  EXPECT_TRUE(loop->wait_until(until).empty());
  EXPECT_GE(steady_clock::now(), until);
}

TEST(epoll_loop, refuses_what_cannot_be_watched) {
  EXPECT_FALSE(epoll_loop::make(0));
  auto loop = epoll_loop::make();
  EXPECT_EQ(loop->add(-1, interest::readable, nullptr).error().category(), error_category::io);
  EXPECT_FALSE(loop->modify(0, interest::readable, nullptr));
}

}  // namespace
}  // namespace pgpipe::net
