#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <pgpipe/base/input_buffer.hpp>

namespace pgpipe {
namespace {

class InputBufferTest : public testing::Test {
 protected:
  // As much of `text` as one prepare() has room for.
  std::size_t receive(std::string_view text, std::size_t wanted = 0) {
    const std::span<std::byte> room = buffer_.prepare(wanted);
    const std::size_t n = std::min(room.size(), text.size());
    std::memcpy(room.data(), text.data(), n);
    buffer_.commit(n);
    return n;
  }
  void receive_all(std::string_view text, std::size_t wanted = 0) {
    while (!text.empty()) text.remove_prefix(receive(text, wanted));
  }
  [[nodiscard]] std::string readable() const { return as_text(buffer_.readable()); }
  static std::string as_text(std::span<const std::byte> bytes) {
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  chunk_pool pool_;
  input_buffer buffer_{pool_};
};

TEST_F(InputBufferTest, HoldsWhatArrivedAndIsNotConsumed) {
  EXPECT_TRUE(buffer_.readable().empty());
  receive("abcdef");
  buffer_.consume(2);
  EXPECT_EQ(readable(), "cdef");
  receive("gh");
  EXPECT_EQ(readable(), "cdefgh");
}

TEST_F(InputBufferTest, StartsAgainAtTheFrontOfAnEmptyChunk) {
  receive("abc");
  const std::byte* const front = buffer_.readable().data();
  buffer_.consume(3);
  receive("def");
  EXPECT_EQ(buffer_.readable().data(), front);
}

TEST_F(InputBufferTest, NeverTouchesWhatIsPinned) {
  receive("pinned");
  const std::span<const std::byte> seen = buffer_.readable();
  const chunk_ptr pin = buffer_.pin();
  buffer_.consume(6);
  for (int i = 0; i != 100; ++i) {
    receive_all(std::string(10000, 'x'));
    buffer_.consume(10000);
  }
  EXPECT_EQ(as_text(seen), "pinned");
}

TEST_F(InputBufferTest, CarriesAStraddlingMessageIntoItsOwnChunk) {
  receive_all(std::string(chunk_pool::chunk_bytes - 100, 'a'));
  const chunk_ptr before = buffer_.pin();
  buffer_.consume(chunk_pool::chunk_bytes - 110);
  receive("b", 1000);
  EXPECT_NE(buffer_.pin(), before);
  EXPECT_EQ(readable(), std::string(10, 'a') + "b");
}

TEST_F(InputBufferTest, StaysWhereTheMessageFits) {
  receive_all(std::string(chunk_pool::chunk_bytes - 100, 'a'));
  const chunk_ptr before = buffer_.pin();
  buffer_.consume(chunk_pool::chunk_bytes - 110);
  receive("b", 11);
  EXPECT_EQ(buffer_.pin(), before);
}

TEST_F(InputBufferTest, GrowsWithWhatArrivedAndNotWithWhatWasAnnounced) {
  receive("abc", std::size_t{1} << 30U);
  EXPECT_EQ(buffer_.pin()->capacity, chunk_pool::chunk_bytes);
  std::size_t arrived = 3;
  while (arrived < 2'000'000) {
    arrived += receive(std::string(50'000, 'x'), std::size_t{1} << 30U);
    EXPECT_LE(buffer_.pin()->capacity, std::max(chunk_pool::chunk_bytes, 2 * arrived));
  }
  EXPECT_EQ(buffer_.readable().size(), arrived);
}

TEST_F(InputBufferTest, TakesNoMoreThanALargeMessageNeeds) {
  const std::size_t size = 100'000;
  receive_all(std::string(size, 'x'), size);
  EXPECT_EQ(buffer_.readable().size(), size);
  EXPECT_EQ(buffer_.pin()->capacity, size);
}

TEST_F(InputBufferTest, GivesALargeChunkBack) {
  receive_all(std::string(1'000'000, 'x'), 1'000'000);
  buffer_.consume(1'000'000);
  receive("small");
  EXPECT_EQ(buffer_.pin()->capacity, chunk_pool::chunk_bytes);
}

TEST_F(InputBufferTest, LendsNothingOfItsMemoryWhileEmpty) {
  receive("abc");
  buffer_.release_if_empty();
  EXPECT_EQ(readable(), "abc");
  buffer_.consume(3);
  buffer_.release_if_empty();
  EXPECT_FALSE(buffer_.pin());
  receive("again");
  EXPECT_EQ(readable(), "again");
  buffer_.clear();
  EXPECT_TRUE(buffer_.readable().empty());
}

TEST_F(InputBufferTest, KeepsTheStreamInOrderHoweverItIsCut) {
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same cuts each time
  std::string expected;
  std::string seen;
  char next = 0;
  for (int round = 0; round != 2000; ++round) {
    std::string piece(random() % 5000, '\0');
    for (char& each : piece) each = next++;
    expected += piece;
    receive_all(piece, random() % 3 == 0 ? random() % 200'000 : 0);
    const std::size_t taken = random() % (buffer_.readable().size() + 1);
    seen += readable().substr(0, taken);
    buffer_.consume(taken);
  }
  EXPECT_TRUE(seen + readable() == expected);
}

}  // namespace
}  // namespace pgpipe
