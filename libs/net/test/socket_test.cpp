#include <cerrno>

#include <fcntl.h>
#include <gtest/gtest.h>

#include <pgpipe/net/socket.hpp>

#include "sockets.hpp"

namespace pgpipe::net {
namespace {

bool is_open_descriptor(int fd) { return ::fcntl(fd, F_GETFD) != -1; }

TEST(socket, closes_its_descriptor) {
  int fd = -1;
  {
    const auto [a, b] = make_socket_pair();
    fd = a.fd();
    EXPECT_TRUE(is_open_descriptor(fd));
  }
  EXPECT_FALSE(is_open_descriptor(fd));
}

TEST(socket, moves_its_descriptor_and_closes_the_older_one) {
  auto [a, b] = make_socket_pair();
  const int first = a.fd();
  const int second = b.fd();
  a = std::move(b);
  EXPECT_EQ(a.fd(), second);
  EXPECT_FALSE(b.is_open());  // NOLINT(bugprone-use-after-move): what a moved-from socket holds is the question
  EXPECT_FALSE(is_open_descriptor(first));
}

TEST(socket, release_hands_the_descriptor_over) {
  auto [a, b] = make_socket_pair();
  socket kept(a.release());
  EXPECT_FALSE(a.is_open());
  EXPECT_TRUE(is_open_descriptor(kept.fd()));
}

}  // namespace
}  // namespace pgpipe::net
