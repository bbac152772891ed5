#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <sys/un.h>
#include <unistd.h>

#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/wait.hpp>

#include "sockets.hpp"

namespace pgpipe::net {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

int option(const socket& of, int level, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  EXPECT_EQ(::getsockopt(of.fd(), level, name, &value, &size), 0);
  return value;
}

TEST(dial, connects_with_the_options_set) {
  const loopback_listener server;
  dial_options options;
  options.keepalives_idle = seconds(11);
  options.keepalives_interval = seconds(12);
  options.keepalives_count = 13;
  options.tcp_user_timeout = milliseconds(14000);
  const auto made = dial(server.address(), options);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(option(*made, IPPROTO_TCP, TCP_NODELAY), 1);
  EXPECT_EQ(option(*made, SOL_SOCKET, SO_KEEPALIVE), 1);
  EXPECT_EQ(option(*made, IPPROTO_TCP, TCP_KEEPIDLE), 11);
  EXPECT_EQ(option(*made, IPPROTO_TCP, TCP_KEEPINTVL), 12);
  EXPECT_EQ(option(*made, IPPROTO_TCP, TCP_KEEPCNT), 13);
  EXPECT_EQ(option(*made, IPPROTO_TCP, TCP_USER_TIMEOUT), 14000);
  EXPECT_NE(::fcntl(made->fd(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_EQ(::fcntl(made->fd(), F_GETFL) & O_NONBLOCK, 0);
}

TEST(dial, keepalives_can_be_off_and_no_delay_cannot) {
  const loopback_listener server;
  dial_options options;
  options.keepalives = false;
  const auto made = dial(server.address(), options);
  ASSERT_TRUE(made);
  EXPECT_EQ(option(*made, SOL_SOCKET, SO_KEEPALIVE), 0);
  EXPECT_EQ(option(*made, IPPROTO_TCP, TCP_NODELAY), 1);
}

TEST(dial, an_event_loop_waits_between_start_and_finish) {
  const loopback_listener server;
  auto started = start_dial(server.address());
  ASSERT_TRUE(started);
  if (started->state == dial_state::in_progress) {
    EXPECT_EQ(wait(started->connection.fd(), interest::writable, no_deadline).ready, interest::writable);
    EXPECT_TRUE(finish_dial(started->connection));
  }
  EXPECT_EQ(::fcntl(started->connection.fd(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_TRUE(server.accept().is_open());
}

TEST(dial, a_refusal_is_an_io_error_that_may_be_retried) {
  loopback_listener server;
  server.close();
  const auto refused = dial(server.address());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category(), error_category::io);
  EXPECT_EQ(refused.error().text(), "Connection refused");
  EXPECT_TRUE(refused.error().safe_to_retry());
}

TEST(dial, gives_up_on_a_server_that_does_not_answer) {
  const loopback_listener server(0);
  std::vector<socket> filling;  // a full backlog leaves the next SYN unanswered
  for (int i = 0; i != 4; ++i) filling.push_back(std::move(start_dial(server.address())->connection));
  const auto until = steady_clock::now() + milliseconds(30);
  const auto made = dial(server.address(), {}, until);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().category(), error_category::timeout);
  EXPECT_GE(steady_clock::now(), until);
}

class unix_listener {
 public:
  explicit unix_listener(const socket_address& at, int backlog) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    EXPECT_EQ(::bind(socket_.fd(), at.data(), at.size()), 0);
    EXPECT_EQ(::listen(socket_.fd(), backlog), 0);
  }
  [[nodiscard]] socket accept() const { return socket(::accept(socket_.fd(), nullptr, nullptr)); }

 private:
  socket socket_;
};

socket_address abstract_address() { return *unix_socket_address("@pgpipe_dial_" + std::to_string(::getpid()), 5432); }

TEST(dial, connects_to_an_abstract_socket) {
  const unix_listener server(abstract_address(), 4);
  const auto made = dial(abstract_address());
  ASSERT_TRUE(made) << made.error().text();
  const socket peer = server.accept();
  ASSERT_EQ(::send(peer.fd(), "hi", 2, 0), 2);
  EXPECT_EQ(wait(made->fd(), interest::readable, no_deadline).ready, interest::readable);
}

TEST(dial, waits_for_room_in_the_backlog_of_a_unix_socket) {
  const unix_listener server(abstract_address(), 0);
  const auto first = dial(abstract_address());
  ASSERT_TRUE(first);
  const auto second = start_dial(abstract_address());
  ASSERT_TRUE(second);
  EXPECT_EQ(second->state, dial_state::backlog_full);
  const auto third = dial(abstract_address(), {}, steady_clock::now() + milliseconds(20));
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().category(), error_category::timeout);
  const socket accepted = server.accept();
  EXPECT_TRUE(dial(abstract_address(), {}, steady_clock::now() + seconds(5)));
}

TEST(dial, a_missing_socket_file_is_an_io_error) {
  const auto made = dial(*unix_socket_address("/nonexistent", 5432));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().text(), "No such file or directory");
}

}  // namespace
}  // namespace pgpipe::net
