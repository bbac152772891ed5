#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/stream.hpp>

#include "sockets.hpp"
#include "tls_server.hpp"

namespace pgpipe::net {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

const certificate_authority& authority() {
  static const certificate_authority one;
  return one;
}

tls_filter make_filter() {
  const temporary_file roots(authority().pem());
  tls_options options;
  options.verify = tls_verify::full;
  options.root_certificates = roots.path();
  return *tls_filter::make(*tls_context::make(options), {"localhost", "localhost"});
}

// A server over a plain stream, whose session and socket the test works by hand.
class served {
 public:
  explicit served(socket connected) : stream_(std::move(connected)) {}

  void handshake() {
    while (!session_.is_connected()) send_raw(session_.answer(receive_raw()));
  }
  void send(std::string_view text) { send_raw(session_.send(bytes_of(text))); }
  void send_raw(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const transfer sent = stream_.try_send(bytes);
      if (sent.status == transfer_status::would_block) {
        static_cast<void>(stream_.wait(interest::writable));
        continue;
      }
      if (!sent.ok()) return;
      bytes = bytes.subspan(sent.bytes);
    }
  }
  std::string receive(std::size_t size) {
    std::string all;
    while (all.size() < size) {
      const auto raw = receive_raw();
      if (raw.empty()) break;
      session_.answer(raw);
      all += session_.received();
    }
    return all;
  }
  void end() { send_raw(session_.close()); }
  stream& raw() { return stream_; }

 private:
  std::vector<std::byte> receive_raw() {
    std::vector<std::byte> raw(65536);
    raw.resize(stream_.receive(raw).bytes);
    return raw;
  }

  stream stream_;
  tls_server session_{authority().issue("localhost", "DNS:localhost")};
};

// A client and a server over the loopback interface, the handshake done.
class stream_tls : public testing::Test {
 protected:
  stream_tls() {
    const loopback_listener listener;
    here = stream(std::move(*dial(listener.address())));
    there.emplace(listener.accept());
  }
  void connect() {
    std::thread server([&] { there->handshake(); });
    ASSERT_TRUE(here.start_tls(make_filter(), {}));
    const auto done = here.handshake(steady_clock::now() + seconds(20));
    server.join();
    ASSERT_TRUE(done) << done.error().text();
  }

  stream here;
  std::optional<served> there;
  exact_buffer buffer{100};
};

TEST_F(stream_tls, moves_bytes_both_ways) {
  connect();
  EXPECT_EQ(here.try_send(bytes_of("question")).bytes, 8U);
  EXPECT_FALSE(here.has_unsent());
  EXPECT_EQ(there->receive(8), "question");
  there->send("answer");
  EXPECT_EQ(buffer.text(here.receive(buffer.span()).bytes), "answer");
  EXPECT_EQ(here.try_receive(buffer.span()).status, transfer_status::would_block);
  ASSERT_NE(here.tls(), nullptr);
  EXPECT_EQ(here.tls()->server_end_point().size(), 32U);
}

TEST_F(stream_tls, sends_pieces_in_order) {
  connect();
  const std::span<const std::byte> pieces[] = {bytes_of("one"), bytes_of("two"), bytes_of("three")};
  EXPECT_EQ(here.try_send(pieces).bytes, 11U);
  EXPECT_EQ(there->receive(11), "onetwothree");
}

TEST_F(stream_tls, an_event_loop_shakes_hands_step_by_step) {
  ASSERT_TRUE(here.start_tls(make_filter(), {}));
  auto step = here.try_handshake();
  ASSERT_TRUE(step) << step.error().text();
  EXPECT_EQ(*step, interest::readable);
  std::thread server([&] { there->handshake(); });
  while (step && *step != interest::none) {
    EXPECT_EQ(here.wait(*step).error_number, 0);
    step = here.try_handshake();
  }
  server.join();
  ASSERT_TRUE(step) << step.error().text();
}

TEST_F(stream_tls, refuses_bytes_that_came_before_the_handshake) {
  const auto refused = here.start_tls(make_filter(), bytes_of("R"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category(), error_category::protocol);
  EXPECT_EQ(here.tls(), nullptr);
  EXPECT_TRUE(here.start_tls(make_filter(), {}));
  EXPECT_EQ(here.start_tls(make_filter(), {}).error().category(), error_category::usage);
}

// Two records arrive at once, and the caller's buffer takes only part of them: the rest comes without the socket
// becoming readable once more.
TEST_F(stream_tls, what_tls_holds_is_delivered_before_any_wait) {
  connect();
  const std::string text = std::string(16384, 'a') + std::string(8192, 'b') + "!";
  there->send(text.substr(0, 16384));
  there->send(text.substr(16384));
  const exact_buffer small(10000);
  std::string all;
  while (all.size() < text.size()) {
    const transfer got = here.try_receive(small.span());
    if (got.ok()) {
      all += small.text(got.bytes);
      if (got.bytes == small.span().size()) continue;
    }
    if (all.size() == text.size()) break;
    ASSERT_FALSE(here.wait(interest::readable, steady_clock::now() + seconds(10)).timed_out());
  }
  EXPECT_EQ(all, text);
}

TEST_F(stream_tls, a_slow_peer_bounds_what_is_taken) {
  connect();
  const std::vector<std::byte> block(1 << 20);
  std::size_t taken = 0;
  transfer sent{};
  while ((sent = here.try_send(block)).ok()) taken += sent.bytes;
  EXPECT_EQ(sent.status, transfer_status::would_block);
  ASSERT_TRUE(here.has_unsent());
  EXPECT_LT(here.tls()->ciphertext().size(), 256U * 1024);
  std::thread server([&] {
    EXPECT_EQ(there->receive(taken).size(), taken);
    there->send("done");
  });
  // Waiting for the answer sends on what counts as sent. What becomes readable may be TLS's own business at first.
  transfer got{};
  while ((got = here.try_receive(buffer.span())).status == transfer_status::would_block)
    EXPECT_EQ(here.wait(interest::readable, steady_clock::now() + seconds(20)).ready, interest::readable);
  server.join();
  EXPECT_FALSE(here.has_unsent());
  EXPECT_EQ(buffer.text(got.bytes), "done");
}

TEST_F(stream_tls, a_receive_sends_on_what_counts_as_sent) {
  connect();
  const std::vector<std::byte> block(1 << 20);
  std::size_t taken = 0;
  for (transfer sent = here.try_send(block); sent.ok(); sent = here.try_send(block)) taken += sent.bytes;
  std::thread server([&] {
    EXPECT_EQ(there->receive(taken).size(), taken);
    there->send("done");
  });
  const transfer got = here.receive(buffer.span(), steady_clock::now() + seconds(20));
  server.join();
  EXPECT_EQ(buffer.text(got.bytes), "done");
}

TEST_F(stream_tls, a_receive_ends_at_its_deadline) {
  connect();
  const auto until = steady_clock::now() + milliseconds(20);
  EXPECT_EQ(here.receive(buffer.span(), until).status, transfer_status::timed_out);
  EXPECT_GE(steady_clock::now(), until);
  there->send("late");
  EXPECT_EQ(here.receive(buffer.span(), steady_clock::now() + seconds(10)).bytes, 4U);
}

TEST_F(stream_tls, sees_an_orderly_end) {
  connect();
  there->send("last words");
  there->end();
  EXPECT_EQ(buffer.text(here.receive(buffer.span()).bytes), "last words");
  EXPECT_EQ(here.receive(buffer.span()).status, transfer_status::eof);
}

TEST_F(stream_tls, sees_a_cut) {
  connect();
  there->raw().close();
  const transfer got = here.receive(buffer.span());
  EXPECT_EQ(got.status, transfer_status::eof);
  EXPECT_EQ(here.to_error(got).category(), error_category::closed);
}

TEST(stream_tls_pair, what_the_peer_said_last_is_read_after_sending_failed) {
  auto [a, b] = make_socket_pair();  // whose input outlives the peer, unlike a TCP connection's
  stream here(std::move(a));
  served there(std::move(b));
  std::thread server([&] { there.handshake(); });
  ASSERT_TRUE(here.start_tls(make_filter(), {}));
  ASSERT_TRUE(here.handshake(steady_clock::now() + seconds(20)));
  server.join();
  there.send("FATAL");
  there.raw().close();
  const transfer sent = here.try_send(bytes_of("x"));
  EXPECT_EQ(sent.status, transfer_status::error);
  EXPECT_EQ(sent.error_number, EPIPE);
  EXPECT_FALSE(here.has_unsent());
  const exact_buffer buffer(5);
  EXPECT_EQ(buffer.text(here.receive(buffer.span()).bytes), "FATAL");
}

TEST_F(stream_tls, a_silent_server_is_given_up_on) {
  ASSERT_TRUE(here.start_tls(make_filter(), {}));
  const auto done = here.handshake(steady_clock::now() + milliseconds(20));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().category(), error_category::timeout);
}

TEST_F(stream_tls, a_server_that_speaks_no_tls_is_an_error) {
  there->send_raw(bytes_of("EFATAL"));
  ASSERT_TRUE(here.start_tls(make_filter(), {}));
  const auto done = here.handshake(steady_clock::now() + seconds(10));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().category(), error_category::io);
}

TEST_F(stream_tls, a_server_that_hangs_up_in_the_handshake_is_an_error) {
  there->raw().close();
  ASSERT_TRUE(here.start_tls(make_filter(), {}));
  const auto done = here.handshake(steady_clock::now() + seconds(10));
  ASSERT_FALSE(done);
  EXPECT_TRUE(done.error().is_fatal());
}

TEST_F(stream_tls, closing_tells_the_peer) {
  connect();
  here.close();
  EXPECT_FALSE(here.is_open());
  EXPECT_EQ(there->receive(1), "");
}

}  // namespace
}  // namespace pgpipe::net
