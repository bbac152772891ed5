#include <cstring>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/base/chunk.hpp>

namespace pgpipe {
namespace {

TEST(ChunkPool, HandsOutAtLeastWhatIsAsked) {
  chunk_pool pool;
  EXPECT_EQ(pool.take()->capacity, chunk_pool::chunk_bytes);
  EXPECT_EQ(pool.take(1)->capacity, chunk_pool::chunk_bytes);
  const chunk_ptr large = pool.take(chunk_pool::chunk_bytes + 1);
  EXPECT_EQ(large->capacity, chunk_pool::chunk_bytes + 1);
  std::memset(large->data(), 'x', large->capacity);
}

TEST(ChunkPool, ReusesTheChunkUsedLast) {
  chunk_pool pool;
  chunk_ptr first = pool.take();
  chunk_ptr second = pool.take();
  const chunk* const last_returned = second.get();
  first.reset();
  second.reset();
  EXPECT_EQ(pool.take().get(), last_returned);
}

TEST(ChunkPool, KeepsNoLargeChunk) {
  chunk_pool pool;
  pool.take(10 * chunk_pool::chunk_bytes).reset();
  EXPECT_EQ(pool.take(1)->capacity, chunk_pool::chunk_bytes);
}

TEST(ChunkPool, GivesABurstBackToTheSystem) {
  chunk_pool pool;
  std::vector<chunk_ptr> burst;
  for (int i = 0; i != 100; ++i) burst.push_back(pool.take());
  burst.clear();  // LeakSanitizer sees what neither the pool keeps nor the system got
  EXPECT_TRUE(pool.take());
}

TEST(ChunkPool, MayGoBeforeItsChunks) {
  auto pool = std::make_unique<chunk_pool>();
  chunk_ptr small = pool->take();
  chunk_ptr large = pool->take(chunk_pool::chunk_bytes + 1);
  pool->take().reset();
  pool.reset();
  std::memset(small->data(), 'x', small->capacity);
  small.reset();
  std::memset(large->data(), 'x', large->capacity);
}

TEST(ChunkPtr, CountsItsOwners) {
  chunk_pool pool;
  chunk_ptr first = pool.take();
  EXPECT_TRUE(first.is_unique());
  chunk_ptr second = first;
  EXPECT_EQ(first, second);
  EXPECT_FALSE(first.is_unique());
  const chunk_ptr third = std::move(second);
  EXPECT_FALSE(second);  // NOLINT(bugprone-use-after-move): emptied is what a move leaves
  first.reset();
  EXPECT_FALSE(first);
  EXPECT_TRUE(third.is_unique());
  EXPECT_FALSE(first.is_unique());
}

TEST(ChunkPtr, SurvivesAssignmentToItself) {
  chunk_pool pool;
  chunk_ptr held = pool.take();
  const chunk_ptr& same = held;
  held = same;
  EXPECT_TRUE(held.is_unique());
}

}  // namespace
}  // namespace pgpipe
