#include <csignal>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/time.h>

#include <pgpipe/net/stream.hpp>

#include "sockets.hpp"

namespace pgpipe::net {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

struct connected_pair {
  connected_pair() {
    auto [a, b] = make_socket_pair();
    here = stream(std::move(a));
    there = stream(std::move(b));
  }
  stream here;
  stream there;
};

// Sends until the socket takes no more, and returns how much it took.
std::size_t fill(stream& from) {
  const std::vector<std::byte> block(65536);
  std::size_t total = 0;
  for (;;) {
    const transfer sent = from.try_send(block);
    if (!sent.ok()) {
      EXPECT_EQ(sent.status, transfer_status::would_block);
      return total;
    }
    total += sent.bytes;
  }
}

TEST(stream, moves_bytes_both_ways) {
  connected_pair pair;
  EXPECT_EQ(pair.here.try_send(bytes_of("hello")).bytes, 5U);
  const exact_buffer buffer(5);
  EXPECT_EQ(pair.there.try_receive(buffer.span()).bytes, 5U);
  EXPECT_EQ(buffer.text(5), "hello");
  EXPECT_EQ(pair.there.try_send(bytes_of("yes")).bytes, 3U);
  const transfer answer = pair.here.receive(buffer.span());
  EXPECT_EQ(buffer.text(answer.bytes), "yes");
}

TEST(stream, sends_pieces_in_order) {
  connected_pair pair;
  const std::span<const std::byte> pieces[] = {bytes_of("one"), bytes_of(""), bytes_of("two"), bytes_of("three")};
  EXPECT_EQ(pair.here.try_send(pieces).bytes, 11U);
  const exact_buffer buffer(11);
  EXPECT_EQ(pair.there.try_receive(buffer.span()).bytes, 11U);
  EXPECT_EQ(buffer.text(11), "onetwothree");
}

TEST(stream, takes_what_it_can_of_many_pieces) {
  connected_pair pair;
  const std::vector<std::span<const std::byte>> pieces(100, bytes_of("x"));
  EXPECT_EQ(pair.here.try_send(pieces).bytes, 64U);
}

TEST(stream, says_when_nothing_can_be_moved_without_waiting) {
  connected_pair pair;
  const exact_buffer buffer(1);
  EXPECT_EQ(pair.here.try_receive(buffer.span()).status, transfer_status::would_block);
  EXPECT_GT(fill(pair.here), 0U);
  EXPECT_EQ(pair.here.wait(interest::both, steady_clock::now()).ready, interest::none);
  EXPECT_EQ(pair.there.wait(interest::both, steady_clock::now()).ready, interest::both);
}

TEST(stream, an_empty_receive_is_not_the_end) {
  connected_pair pair;
  ASSERT_TRUE(pair.there.try_send(bytes_of("x")).ok());
  EXPECT_TRUE(pair.here.try_receive({}).ok());
}

TEST(stream, sees_the_end) {
  connected_pair pair;
  pair.there.close();
  const exact_buffer buffer(1);
  const transfer got = pair.here.receive(buffer.span());
  EXPECT_EQ(got.status, transfer_status::eof);
  EXPECT_EQ(pair.here.to_error(got).category(), error_category::closed);
}

TEST(stream, a_vanished_peer_is_an_error_and_no_signal) {
  connected_pair pair;
  pair.there.close();
  const transfer sent = pair.here.try_send(bytes_of("x"));
  EXPECT_EQ(sent.status, transfer_status::error);
  EXPECT_EQ(sent.error_number, EPIPE);
  EXPECT_EQ(pair.here.to_error(sent).category(), error_category::io);
  EXPECT_EQ(pair.here.to_error(sent).text(), "Broken pipe");
}

TEST(stream, what_the_peer_said_last_is_read_after_sending_failed) {
  connected_pair pair;
  ASSERT_TRUE(pair.there.try_send(bytes_of("FATAL")).ok());
  pair.there.close();
  EXPECT_EQ(pair.here.try_send(bytes_of("x")).status, transfer_status::error);
  const exact_buffer buffer(5);
  EXPECT_EQ(pair.here.receive(buffer.span()).bytes, 5U);
  EXPECT_EQ(buffer.text(5), "FATAL");
}

TEST(stream, a_receive_ends_at_its_deadline) {
  connected_pair pair;
  const exact_buffer buffer(1);
  for (int i = 0; i != 3; ++i) {
    const auto until = steady_clock::now() + milliseconds(20);
    const transfer got = pair.here.receive(buffer.span(), until);
    EXPECT_EQ(got.status, transfer_status::timed_out);
    EXPECT_GE(steady_clock::now(), until);
    EXPECT_EQ(pair.here.to_error(got).category(), error_category::timeout);
  }
  // One that has passed takes what is there, and does not wait.
  EXPECT_EQ(pair.here.receive(buffer.span(), steady_clock::now()).status, transfer_status::timed_out);
  ASSERT_TRUE(pair.there.try_send(bytes_of("x")).ok());
  EXPECT_EQ(pair.here.receive(buffer.span(), steady_clock::now() - seconds(1)).bytes, 1U);
}

TEST(stream, a_deadline_set_once_serves_calls_of_about_the_same_time) {
  connected_pair pair;
  const exact_buffer buffer(1);
  auto receive_within = [&](milliseconds time) {
    EXPECT_TRUE(pair.there.try_send(bytes_of("x")).ok());
    EXPECT_TRUE(pair.here.receive(buffer.span(), steady_clock::now() + time).ok());
    timeval set{};
    socklen_t size = sizeof set;
    EXPECT_EQ(::getsockopt(pair.here.fd(), SOL_SOCKET, SO_RCVTIMEO, &set, &size), 0);
    return seconds(set.tv_sec) + std::chrono::microseconds(set.tv_usec);
  };
  const auto first = receive_within(seconds(10));
  EXPECT_GT(first, seconds(9));
  EXPECT_EQ(receive_within(seconds(10)), first);
  EXPECT_EQ(receive_within(seconds(12)), first);
  EXPECT_LT(receive_within(seconds(5)), seconds(6));
  EXPECT_GT(receive_within(seconds(60)), seconds(59));
  ASSERT_TRUE(pair.there.try_send(bytes_of("x")).ok());
  EXPECT_TRUE(pair.here.receive(buffer.span()).ok());
}

TEST(stream, signals_do_not_end_a_receive) {
  struct sigaction action{};
  struct sigaction before{};
  action.sa_handler = [](int) {};  // without SA_RESTART
  ::sigaction(SIGALRM, &action, &before);
  const itimerval every_ms{{0, 1000}, {0, 1000}};
  ::setitimer(ITIMER_REAL, &every_ms, nullptr);

  connected_pair pair;
  std::thread later([&] {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);  // they are meant for the receiver
    std::this_thread::sleep_for(milliseconds(30));
    EXPECT_TRUE(pair.there.try_send(bytes_of("x")).ok());
  });
  const exact_buffer buffer(1);
  EXPECT_EQ(pair.here.receive(buffer.span(), steady_clock::now() + seconds(10)).bytes, 1U);
  later.join();

  const itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
}

TEST(stream, without_tls_nothing_is_ever_unsent) {
  connected_pair pair;
  fill(pair.here);
  EXPECT_FALSE(pair.here.has_unsent());
  EXPECT_TRUE(pair.here.flush().ok());
  EXPECT_EQ(pair.here.tls(), nullptr);
}

TEST(stream, an_outcome_travels_in_registers) {
  EXPECT_TRUE(std::is_trivially_copyable_v<transfer>);
  EXPECT_LE(sizeof(transfer), 16U);
}

}  // namespace
}  // namespace pgpipe::net
