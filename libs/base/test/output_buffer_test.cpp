#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <pgpipe/base/output_buffer.hpp>

namespace pgpipe {
namespace {

std::span<const std::byte> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

class OutputBufferTest : public testing::Test {
 protected:
  // Sends at most n bytes and returns them.
  std::string send(std::size_t n) {
    const std::span<const std::byte> piece = buffer_.pending().first(std::min(n, buffer_.pending().size()));
    std::string sent(reinterpret_cast<const char*>(piece.data()), piece.size());
    buffer_.commit(piece.size());
    return sent;
  }
  std::string send_all() {
    std::string sent;
    while (buffer_.pending_bytes() != 0) sent += send(SIZE_MAX);
    return sent;
  }

  chunk_pool pool_;
  output_buffer buffer_{pool_};
};

TEST_F(OutputBufferTest, SendsWhatWasAppended) {
  EXPECT_TRUE(buffer_.pending().empty());
  buffer_.append(as_bytes("abc"));
  buffer_.append(as_bytes("def"));
  EXPECT_EQ(buffer_.pending_bytes(), 6U);
  EXPECT_EQ(send(4), "abcd");
  EXPECT_EQ(send_all(), "ef");
  EXPECT_TRUE(buffer_.pending().empty());
}

TEST_F(OutputBufferTest, CountsWhatWasAppendedAndCommitted) {
  buffer_.append(as_bytes("abcdef"));
  static_cast<void>(send(2));
  EXPECT_EQ(buffer_.appended_total(), 6U);
  EXPECT_EQ(buffer_.committed_total(), 2U);
  buffer_.clear();
  EXPECT_EQ(buffer_.appended_total(), 0U);
  EXPECT_EQ(buffer_.pending_bytes(), 0U);
  EXPECT_TRUE(buffer_.pending().empty());
}

TEST_F(OutputBufferTest, ReservesRoomInOnePlace) {
  buffer_.append(as_bytes(std::string(chunk_pool::chunk_bytes - 10, 'a')));
  const std::span<std::byte> room = buffer_.reserve(11);
  ASSERT_GE(room.size(), 11U);
  std::memset(room.data(), 'b', 11);
  buffer_.append(11);
  EXPECT_EQ(send_all(), std::string(chunk_pool::chunk_bytes - 10, 'a') + std::string(11, 'b'));
}

TEST_F(OutputBufferTest, CarriesAMessageUnderConstructionAlong) {
  buffer_.append(as_bytes("before"));
  std::span<std::byte> room = buffer_.reserve(100);
  std::memset(room.data(), 'm', 100);
  room = buffer_.reserve(200'000, 100);
  ASSERT_GE(room.size(), 200'000U);
  std::memset(room.data() + 100, 'n', 100);
  buffer_.append(200);
  EXPECT_EQ(send_all(), "before" + std::string(100, 'm') + std::string(100, 'n'));
}

TEST_F(OutputBufferTest, ForgetsWhatWasReservedAndNotAppended) {
  std::memset(buffer_.reserve(100).data(), 'x', 100);
  std::memset(buffer_.reserve(200'000, 100).data(), 'x', 200'000);
  buffer_.append(as_bytes("kept"));
  EXPECT_EQ(send_all(), "kept");
}

TEST_F(OutputBufferTest, LeavesWhatIsBeingSentInItsPlace) {
  buffer_.append(as_bytes("in flight"));
  const std::span<const std::byte> shown = buffer_.pending();
  for (int i = 0; i != 100; ++i) buffer_.append(as_bytes(std::string(5000, 'x')));
  EXPECT_EQ(std::memcmp(shown.data(), "in flight", 9), 0);
  EXPECT_EQ(buffer_.pending().data(), shown.data());
}

TEST_F(OutputBufferTest, ShowsItsPiecesInOrder) {
  for (const char c : {'a', 'b', 'c'}) buffer_.append(as_bytes(std::string(chunk_pool::chunk_bytes, c)));
  static_cast<void>(send(1));
  std::array<std::span<const std::byte>, 8> pieces;
  ASSERT_EQ(buffer_.pending(pieces), 3U);
  EXPECT_EQ(pieces[0].size(), chunk_pool::chunk_bytes - 1);
  EXPECT_EQ(pieces[1][0], std::byte{'b'});
  EXPECT_EQ(pieces[2][0], std::byte{'c'});
  EXPECT_EQ(buffer_.pending(std::span(pieces).first(2)), 2U);
  buffer_.commit(2 * chunk_pool::chunk_bytes);
  ASSERT_EQ(buffer_.pending(pieces), 1U);
  EXPECT_EQ(pieces[0].size(), chunk_pool::chunk_bytes - 1);
  buffer_.commit(chunk_pool::chunk_bytes - 1);
  EXPECT_EQ(buffer_.pending(pieces), 0U);
}

TEST_F(OutputBufferTest, KeepsTheStreamInOrderWhileNeverQuiteDrained) {
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same cuts each time
  std::string expected;
  std::string sent;
  char next = 0;
  for (int round = 0; round != 3000; ++round) {
    std::string piece(1 + random() % 5000, '\0');
    for (char& each : piece) each = next++;
    expected += piece;
    if (random() % 2 == 0) {
      buffer_.append(as_bytes(piece));
    } else {
      std::memcpy(buffer_.reserve(piece.size()).data(), piece.data(), piece.size());
      buffer_.append(piece.size());
    }
    while (buffer_.pending_bytes() > 100'000) sent += send(1 + random() % 50'000);
  }
  EXPECT_EQ(buffer_.appended_total(), expected.size());
  sent += send_all();
  EXPECT_TRUE(sent == expected);
}

}  // namespace
}  // namespace pgpipe
