#include <gtest/gtest.h>
#include <sys/socket.h>

#include <pgpipe/net/poll_loop.hpp>

#include "sockets.hpp"

namespace pgpipe::net {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

TEST(poll_loop, reports_who_is_ready_for_what) {
  poll_loop loop;
  const auto [a, b] = make_socket_pair();
  int first = 1;
  int second = 2;
  ASSERT_TRUE(loop.add(a.fd(), interest::readable, &first));
  ASSERT_TRUE(loop.add(b.fd(), interest::writable, &second));
  auto ready = loop.wait(nanoseconds(0));
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0].user(), &second);
  EXPECT_EQ(ready[0].ready(), interest::writable);

  ASSERT_TRUE(loop.modify(b.fd(), interest::none, &second));
  EXPECT_TRUE(loop.wait(nanoseconds(0)).empty());
  ASSERT_EQ(::send(b.fd(), "x", 1, 0), 1);
  ready = loop.wait(nanoseconds(-1));
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0].user(), &first);
  EXPECT_EQ(ready[0].ready(), interest::readable);
}

TEST(poll_loop, keeps_the_others_when_one_is_removed) {
  poll_loop loop;
  const auto [a, b] = make_socket_pair();
  const auto [c, d] = make_socket_pair();
  int users[3] = {};
  ASSERT_TRUE(loop.add(a.fd(), interest::writable, &users[0]));
  ASSERT_TRUE(loop.add(b.fd(), interest::writable, &users[1]));
  ASSERT_TRUE(loop.add(c.fd(), interest::writable, &users[2]));
  ASSERT_TRUE(loop.remove(a.fd()));
  auto ready = loop.wait(nanoseconds(0));
  ASSERT_EQ(ready.size(), 2U);
  ASSERT_TRUE(loop.modify(c.fd(), interest::none, &users[2]));
  ready = loop.wait(nanoseconds(0));
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0].user(), &users[1]);
  ASSERT_TRUE(loop.remove(b.fd()));
  ASSERT_TRUE(loop.remove(c.fd()));
  EXPECT_TRUE(loop.wait(nanoseconds(0)).empty());
  ASSERT_TRUE(loop.add(a.fd(), interest::writable, &users[0]));
  EXPECT_EQ(loop.wait(nanoseconds(0)).size(), 1U);
}

TEST(poll_loop, what_is_broken_is_ready_for_everything) {
  poll_loop loop;
  auto [a, b] = make_socket_pair();
  ASSERT_TRUE(loop.add(a.fd(), interest::none, nullptr));
  b.close();
  auto ready = loop.wait(nanoseconds(-1));
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0].ready(), interest::both);
  a.close();
  ready = loop.wait(nanoseconds(-1));
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0].ready(), interest::both);
}

TEST(poll_loop, waits_as_long_as_it_is_told) {
  poll_loop loop;
  const auto start = steady_clock::now();
  EXPECT_TRUE(loop.wait(microseconds(300)).empty());
  EXPECT_TRUE(loop.wait_until(start + microseconds(900)).empty());
  EXPECT_GE(steady_clock::now() - start, microseconds(900));
}

TEST(poll_loop, refuses_what_cannot_be_watched) {
  poll_loop loop;
  const auto [a, b] = make_socket_pair();
  EXPECT_EQ(loop.add(-1, interest::readable, nullptr).error().category(), error_category::io);
  EXPECT_FALSE(loop.modify(a.fd(), interest::readable, nullptr));
  EXPECT_FALSE(loop.remove(a.fd()));
  ASSERT_TRUE(loop.add(a.fd(), interest::readable, nullptr));
  EXPECT_FALSE(loop.add(a.fd(), interest::readable, nullptr));
}

}  // namespace
}  // namespace pgpipe::net
