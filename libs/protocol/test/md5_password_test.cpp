#include <gtest/gtest.h>

#include <pgpipe/protocol/md5_password.hpp>

namespace pgpipe::protocol {
namespace {

// The expected text was computed by another implementation of MD5.
TEST(Md5Password, HashesPasswordAndUserThenSalt) {
  const std::array<std::byte, 4> salt{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  EXPECT_EQ(*md5_password("alice", "secret", salt), "md598a0412b9c31436fc53776e863350083");
}

TEST(Md5Password, TakesSaltsWithZeroBytesAndLongPasswords) {
  const std::array<std::byte, 4> salt{};
  const std::string answer = *md5_password("alice", std::string(3000, 'x'), salt);
  EXPECT_EQ(answer.size(), 35U);
  EXPECT_NE(answer, *md5_password("alice", std::string(2999, 'x'), salt));
}

}  // namespace
}  // namespace pgpipe::protocol
