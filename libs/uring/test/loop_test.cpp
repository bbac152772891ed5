#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <pgpipe/net/socket.hpp>
#include <pgpipe/uring/loop.hpp>

namespace pgpipe::uring {
namespace {

using net::interest;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::pair<net::socket, net::socket> make_socket_pair() {
  int fds[2] = {-1, -1};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
  return {net::socket(fds[0]), net::socket(fds[1])};
}

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

// A client's place, aligned as the loop wants its users, and memory of exactly this size on the heap.
struct alignas(8) user {
  explicit user(std::size_t size = 8) : memory(std::make_unique<std::byte[]>(size)), room(size) {}
  [[nodiscard]] std::span<std::byte> span() const { return {memory.get(), room}; }
  [[nodiscard]] std::string text(int n) const {
    return {reinterpret_cast<const char*>(memory.get()), static_cast<std::size_t>(n)};
  }
  std::unique_ptr<std::byte[]> memory;
  std::size_t room;
};

class uring_loop : public ::testing::Test {
 protected:
  explicit uring_loop(std::size_t users = 8) : loop_(make(users)) {}

  static loop make(std::size_t users) {
    auto made = loop::make(users);
    EXPECT_TRUE(made) << made.error().text();
    EXPECT_TRUE(made->begin());
    return *std::move(made);
  }

  // All that a wait brings.
  std::vector<completion> wait(net::deadline until = steady_clock::now() + std::chrono::seconds(5)) {
    loop_.wait_until(until);
    std::vector<completion> all;
    for (completion each; loop_.next(each);) all.push_back(each);
    return all;
  }
  std::vector<completion> look() { return wait(steady_clock::now()); }

  // Fills the socket's buffer, and says how much it took.
  static std::size_t fill(const net::socket& into) {
    const std::vector<char> much(std::size_t{1} << 20U, 'x');
    std::size_t sum = 0;
    for (;;) {
      const ssize_t n = ::send(into.fd(), much.data(), much.size(), MSG_DONTWAIT);
      if (n < 0) return sum;
      sum += static_cast<std::size_t>(n);
    }
  }
  static void drain(const net::socket& from, std::size_t bytes) {
    std::vector<char> room(std::size_t{1} << 16U);
    while (bytes != 0) {
      const ssize_t n = ::recv(from.fd(), room.data(), std::min(room.size(), bytes), 0);
      ASSERT_GT(n, 0);
      bytes -= static_cast<std::size_t>(n);
    }
  }

  loop loop_;
};

TEST_F(uring_loop, sends_and_receives_of_all_users_take_one_call) {
  const auto [a, b] = make_socket_pair();
  const auto [c, d] = make_socket_pair();
  const user first;
  const user second;
  loop_.receive(a.fd(), first.span(), const_cast<user*>(&first));
  loop_.receive(c.fd(), second.span(), const_cast<user*>(&second));
  loop_.send_at_once(a.fd(), bytes_of("ask"), const_cast<user*>(&first));
  loop_.send_at_once(c.fd(), bytes_of("ask too"), const_cast<user*>(&second));
  std::ignore = loop_.take_calls();
  EXPECT_TRUE(look().empty());
  EXPECT_EQ(loop_.take_calls(), 1);
  ASSERT_EQ(::send(b.fd(), "one", 3, 0), 3);
  ASSERT_EQ(::send(d.fd(), "other", 5, 0), 5);
  const auto done = wait();
  ASSERT_EQ(done.size(), 2U);
  for (const completion& each : done) {
    EXPECT_EQ(each.done, operation::receive);
    const auto* of = static_cast<const user*>(each.user);
    EXPECT_EQ(of->text(each.result), of == &first ? "one" : "other");
  }
  std::array<char, 16> got{};
  EXPECT_EQ(::recv(b.fd(), got.data(), got.size(), 0), 3);
  EXPECT_EQ(::recv(d.fd(), got.data(), got.size(), 0), 7);
}

TEST_F(uring_loop, a_send_at_once_that_was_taken_says_nothing_and_is_settled_by_the_next_wait) {
  const auto [a, b] = make_socket_pair();
  user one;
  loop_.receive(a.fd(), one.span(), &one);
  loop_.send_at_once(a.fd(), bytes_of("x"), &one);
  const std::uint64_t at = loop_.sends_at();
  EXPECT_FALSE(loop_.is_settled(at));
  EXPECT_TRUE(look().empty());
  EXPECT_TRUE(loop_.is_settled(at));
}

TEST_F(uring_loop, a_send_at_once_without_room_tells_of_the_part_that_was_taken) {
  const auto [a, b] = make_socket_pair();
  user one;
  const std::string much(std::size_t{4} << 20U, 'm');
  loop_.send_at_once(a.fd(), bytes_of(much), &one);
  auto done = wait();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].done, operation::send);
  ASSERT_GT(done[0].result, 0);
  ASSERT_LT(done[0].result, static_cast<int>(much.size()));
  drain(b, static_cast<std::size_t>(done[0].result));
  char more = 0;
  EXPECT_EQ(::recv(b.fd(), &more, 1, MSG_DONTWAIT), -1);

  fill(a);
  loop_.send_at_once(a.fd(), bytes_of("x"), &one);
  done = wait();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].result, -EAGAIN);
}

TEST_F(uring_loop, settle_tells_at_once_what_became_of_a_send) {
  const auto [a, b] = make_socket_pair();
  user one;
  loop_.send_at_once(a.fd(), bytes_of("abc"), &one);
  EXPECT_EQ(loop_.settle(&one, 3), 3);
  fill(a);
  loop_.send_at_once(a.fd(), bytes_of("abc"), &one);
  EXPECT_EQ(loop_.settle(&one, 3), -EAGAIN);
  EXPECT_TRUE(look().empty());
}

TEST_F(uring_loop, a_send_waits_for_room_and_tells) {
  const auto [a, b] = make_socket_pair();
  user one;
  const std::size_t before = fill(a);
  loop_.send(a.fd(), bytes_of("behind"), &one);
  EXPECT_TRUE(look().empty());
  drain(b, before);
  const auto done = wait();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].user, &one);
  EXPECT_EQ(done[0].result, 6);
  std::array<char, 8> got{};
  EXPECT_EQ(::recv(b.fd(), got.data(), got.size(), 0), 6);
}

TEST_F(uring_loop, tells_of_a_peer_that_is_gone) {
  auto [a, b] = make_socket_pair();
  user one;
  loop_.receive(a.fd(), one.span(), &one);
  b.close();
  auto done = wait();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].result, 0);
  loop_.send_at_once(a.fd(), bytes_of("x"), &one);
  done = wait();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].result, -EPIPE);
}

TEST_F(uring_loop, cancel_ends_what_is_in_flight_before_it_returns) {
  const auto [a, b] = make_socket_pair();
  auto one = std::make_unique<user>();
  const std::size_t before = fill(a);
  loop_.receive(a.fd(), one->span(), one.get());
  loop_.send(a.fd(), bytes_of("never"), one.get());
  EXPECT_TRUE(look().empty());
  EXPECT_LT(loop_.cancel(one.get(), {.receive = true, .send = true}), 0);
  one.reset();
  ASSERT_EQ(::send(b.fd(), "late", 4, 0), 4);
  drain(b, before);
  EXPECT_TRUE(look().empty());
  char more = 0;
  EXPECT_EQ(::recv(b.fd(), &more, 1, MSG_DONTWAIT), -1);
  EXPECT_EQ(::recv(a.fd(), &more, 1, MSG_DONTWAIT), 1);
}

TEST_F(uring_loop, cancel_ends_also_what_was_not_handed_over_yet) {
  const auto [a, b] = make_socket_pair();
  auto one = std::make_unique<user>();
  loop_.receive(a.fd(), one->span(), one.get());
  loop_.send_at_once(a.fd(), bytes_of("x"), one.get());
  EXPECT_EQ(loop_.cancel(one.get(), {.receive = true, .send_at_once = true}), 0);
  one.reset();
  ASSERT_EQ(::send(b.fd(), "y", 1, 0), 1);
  EXPECT_TRUE(look().empty());
  char got = 0;
  EXPECT_EQ(::recv(b.fd(), &got, 1, MSG_DONTWAIT), 1);
}

// The completions were harvested with those of others, but not looked at.
TEST_F(uring_loop, cancel_takes_what_is_complete_already_and_keeps_that_of_others) {
  const auto [a, b] = make_socket_pair();
  const auto [c, d] = make_socket_pair();
  const auto [e, f] = make_socket_pair();
  user one;
  user two;
  user three;
  loop_.receive(a.fd(), one.span(), &one);
  loop_.receive(c.fd(), two.span(), &two);
  loop_.receive(e.fd(), three.span(), &three);
  EXPECT_TRUE(look().empty());
  for (const net::socket* each : {&b, &d, &f}) ASSERT_EQ(::send(each->fd(), "z", 1, 0), 1);
  loop_.wait_until(steady_clock::now() + std::chrono::seconds(5));
  completion first;
  ASSERT_TRUE(loop_.next(first));
  user* const gone = first.user == &one ? &two : &one;
  EXPECT_EQ(loop_.cancel(gone, {.receive = true}), 0);
  std::map<void*, int> rest;
  for (completion each; loop_.next(each);) rest[each.user] = each.result;
  EXPECT_FALSE(rest.contains(gone));
  EXPECT_TRUE(rest.contains(&three));
  EXPECT_EQ(rest.size(), 1U);
}

TEST_F(uring_loop, watches_level_triggered) {
  const auto [a, b] = make_socket_pair();
  user one;
  user two;
  ASSERT_TRUE(loop_.add(a.fd(), interest::readable, &one));
  ASSERT_TRUE(loop_.add(b.fd(), interest::writable, &two));
  for (int i = 0; i != 3; ++i) {
    const auto done = wait();
    ASSERT_EQ(done.size(), 1U);
    EXPECT_EQ(done[0].user, &two);
    EXPECT_EQ(done[0].ready(), interest::writable);
  }
  ASSERT_TRUE(loop_.modify(b.fd(), interest::none, &two));
  EXPECT_TRUE(look().empty());
  ASSERT_EQ(::send(b.fd(), "x", 1, 0), 1);
  for (int i = 0; i != 3; ++i) {
    const auto done = wait();
    ASSERT_EQ(done.size(), 1U);
    EXPECT_EQ(done[0].user, &one);
    EXPECT_EQ(done[0].ready(), interest::readable);
  }
  ASSERT_TRUE(loop_.remove(a.fd()));
  EXPECT_TRUE(look().empty());
  ASSERT_TRUE(loop_.add(a.fd(), interest::readable, &two));
  EXPECT_EQ(wait().size(), 1U);
}

TEST_F(uring_loop, tells_nothing_of_what_is_no_longer_watched) {
  const auto [a, b] = make_socket_pair();
  const auto [c, d] = make_socket_pair();
  user one;
  user two;
  ASSERT_TRUE(loop_.add(a.fd(), interest::writable, &one));
  ASSERT_TRUE(loop_.add(c.fd(), interest::writable, &two));
  loop_.wait_until(steady_clock::now() + std::chrono::seconds(5));
  completion first;
  ASSERT_TRUE(loop_.next(first));
  ASSERT_TRUE(loop_.remove(first.user == &one ? c.fd() : a.fd()));
  completion second;
  EXPECT_FALSE(loop_.next(second));
  EXPECT_EQ(wait().size(), 1U);
}

TEST_F(uring_loop, a_closed_peer_is_ready_for_everything) {
  auto [a, b] = make_socket_pair();
  user one;
  ASSERT_TRUE(loop_.add(a.fd(), interest::none, &one));
  b.close();
  const auto done = wait();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].ready(), interest::both);
}

TEST_F(uring_loop, waits_as_long_as_it_is_told) {
  for (const microseconds time : {microseconds(300), microseconds(3000)}) {
    const auto start = steady_clock::now();
    EXPECT_TRUE(wait(start + time).empty());
    EXPECT_GE(steady_clock::now() - start, time);
  }
}

void on_alarm(int /*signal*/) {}

TEST_F(uring_loop, a_signal_ends_a_wait_and_loses_nothing) {
  struct sigaction action{};
  struct sigaction before{};
  action.sa_handler = on_alarm;
  ::sigaction(SIGALRM, &action, &before);
  const auto [a, b] = make_socket_pair();
  user one;
  loop_.receive(a.fd(), one.span(), &one);
  const itimerval soon{{0, 0}, {0, 20'000}};
  ::setitimer(ITIMER_REAL, &soon, nullptr);
  EXPECT_TRUE(wait(net::no_deadline).empty());
  ASSERT_EQ(::send(b.fd(), "x", 1, 0), 1);
  EXPECT_EQ(wait().size(), 1U);
  ::sigaction(SIGALRM, &before, nullptr);
}

TEST_F(uring_loop, spins_before_it_sleeps_and_sees_what_arrives_meanwhile) {
  const auto [a, b] = make_socket_pair();
  user one;
  loop_.receive(a.fd(), one.span(), &one);
  const std::jthread peer([&b = b] {
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_EQ(::send(b.fd(), "x", 1, 0), 1);
  });
  const std::int64_t none = loop_.take_calls();
  loop_.wait_until(net::no_deadline, std::chrono::seconds(5));
  completion done;
  ASSERT_TRUE(loop_.next(done));
  EXPECT_EQ(done.result, 1);
  EXPECT_LE(loop_.take_calls() - none, 3);  // the spinning itself asks the kernel nothing

  const auto start = steady_clock::now();
  loop_.wait_until(start + milliseconds(3), milliseconds(1));
  EXPECT_FALSE(loop_.next(done));
  EXPECT_GE(steady_clock::now() - start, milliseconds(3));
}

TEST_F(uring_loop, refuses_what_cannot_be_watched) {
  const auto [a, b] = make_socket_pair();
  user one;
  EXPECT_EQ(loop_.add(-1, interest::readable, &one).error().category(), error_category::io);
  EXPECT_FALSE(loop_.modify(a.fd(), interest::readable, &one));
  EXPECT_FALSE(loop_.remove(a.fd()));
  ASSERT_TRUE(loop_.add(a.fd(), interest::readable, &one));
  EXPECT_FALSE(loop_.add(a.fd(), interest::readable, &one));
}

// Queues for one user, and many more of them: entries run out within a turn, completions find no room.
class crowded_uring_loop : public uring_loop {
 protected:
  static constexpr std::size_t crowd = 400;
  crowded_uring_loop() : uring_loop(1) {
    for (std::size_t i = 0; i != crowd; ++i) {
      users_.push_back(std::make_unique<user>());
      pairs_.push_back(make_socket_pair());
    }
  }
  std::vector<std::unique_ptr<user>> users_;
  std::vector<std::pair<net::socket, net::socket>> pairs_;
};

TEST_F(crowded_uring_loop, loses_no_completion_and_no_send) {
  for (int round = 0; round != 3; ++round) {
    for (std::size_t i = 0; i != crowd; ++i) {
      loop_.receive(pairs_[i].first.fd(), users_[i]->span(), users_[i].get());
      loop_.send_at_once(pairs_[i].first.fd(), bytes_of("ask"), users_[i].get());
    }
    EXPECT_TRUE(look().empty());
    for (const auto& [ours, theirs] : pairs_) {
      std::array<char, 8> asked{};
      ASSERT_EQ(::recv(theirs.fd(), asked.data(), asked.size(), MSG_DONTWAIT), 3);
      ASSERT_EQ(::send(theirs.fd(), "answer", 6, 0), 6);
    }
    std::map<void*, int> answered;
    while (answered.size() != crowd) {
      const auto done = wait();
      ASSERT_FALSE(done.empty());
      for (const completion& each : done) {
        EXPECT_EQ(each.done, operation::receive);
        EXPECT_EQ(each.result, 6);
        ++answered[each.user];
      }
    }
    for (const auto& [who, times] : answered) EXPECT_EQ(times, 1);
  }
}

TEST_F(crowded_uring_loop, can_be_left_by_all) {
  for (std::size_t i = 0; i != crowd; ++i) loop_.receive(pairs_[i].first.fd(), users_[i]->span(), users_[i].get());
  EXPECT_TRUE(look().empty());
  for (std::size_t i = 0; i != crowd; i += 2) ASSERT_EQ(::send(pairs_[i].second.fd(), "late", 4, 0), 4);
  for (const auto& each : users_) EXPECT_LE(loop_.cancel(each.get(), {.receive = true}), 0);
  users_.clear();
  EXPECT_TRUE(look().empty());
}

TEST(uring_loop_begin, another_thread_than_the_maker_may_use_it) {
  auto made = loop::make(4);
  ASSERT_TRUE(made) << made.error().text();
  const auto [a, b] = make_socket_pair();
  ASSERT_EQ(::send(b.fd(), "x", 1, 0), 1);
  std::jthread([&made, &a = a] {
    ASSERT_TRUE(made->begin());
    user one;
    made->receive(a.fd(), one.span(), &one);
    made->wait_until(steady_clock::now() + std::chrono::seconds(5));
    completion done;
    ASSERT_TRUE(made->next(done));
    EXPECT_EQ(done.result, 1);
  }).join();
}

}  // namespace
}  // namespace pgpipe::uring
