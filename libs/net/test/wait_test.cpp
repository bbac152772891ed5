#include <csignal>

#include <gtest/gtest.h>
#include <sys/time.h>

#include <pgpipe/net/wait.hpp>

#include "sockets.hpp"

namespace pgpipe::net {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST(wait, tells_the_ready_directions_apart) {
  const auto [a, b] = make_socket_pair();
  EXPECT_EQ(wait(a.fd(), interest::both, no_deadline).ready, interest::writable);
  ASSERT_EQ(::send(b.fd(), "x", 1, 0), 1);
  EXPECT_EQ(wait(a.fd(), interest::both, no_deadline).ready, interest::both);
  EXPECT_EQ(wait(a.fd(), interest::readable, no_deadline).ready, interest::readable);
}

TEST(wait, gives_up_at_the_deadline_and_not_before) {
  const auto [a, b] = make_socket_pair();
  const auto until = steady_clock::now() + milliseconds(20);
  const wait_outcome outcome = wait(a.fd(), interest::readable, until);
  EXPECT_TRUE(outcome.timed_out());
  EXPECT_GE(steady_clock::now(), until);
  EXPECT_TRUE(wait(a.fd(), interest::readable, until).timed_out());
}

TEST(wait, a_closed_peer_is_ready) {
  auto [a, b] = make_socket_pair();
  b.close();
  EXPECT_EQ(wait(a.fd(), interest::readable, no_deadline).ready, interest::readable);
}

TEST(wait, signals_do_not_end_it) {
  static volatile std::sig_atomic_t alarms = 0;
  alarms = 0;
  struct sigaction action{};
  struct sigaction before{};
  action.sa_handler = [](int) { alarms = alarms + 1; };  // without SA_RESTART
  ::sigaction(SIGALRM, &action, &before);
  const itimerval every_ms{{0, 1000}, {0, 1000}};
  ::setitimer(ITIMER_REAL, &every_ms, nullptr);

  const auto [a, b] = make_socket_pair();
  const auto until = steady_clock::now() + milliseconds(30);
  EXPECT_TRUE(wait(a.fd(), interest::readable, until).timed_out());
  EXPECT_GE(steady_clock::now(), until);

  const itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
  EXPECT_GE(alarms, 3);
}

TEST(wait, sees_that_the_peer_has_closed) {
  auto [mine, other] = make_socket_pair();
  EXPECT_FALSE(peer_has_closed(mine.fd()));
  ASSERT_EQ(::send(other.fd(), "x", 1, 0), 1);
  EXPECT_FALSE(peer_has_closed(mine.fd()));
  other.close();
  EXPECT_TRUE(peer_has_closed(mine.fd())) << "though there is something to read";
}

}  // namespace
}  // namespace pgpipe::net
