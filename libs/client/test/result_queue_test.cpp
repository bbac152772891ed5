#include "result_queue.hpp"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::detail {
namespace {

std::shared_ptr<const protocol::row_shape> one_column() {
  protocol::row_shape columns;
  columns.add({.name = "a"});
  return std::make_shared<const protocol::row_shape>(columns);
}

TEST(ResultQueue, ShowsNoColumnsOfAnEarlierStatement) {
  const auto columns = one_column();
  result_queue queue;
  for (int i = 0; i != 40; ++i) {
    queue.push(result_kind::statement, columns);
    EXPECT_EQ(queue.front().columns().size(), 1U);
    queue.pop();
    queue.push(result_kind::group);
    EXPECT_TRUE(queue.front().columns().empty());
    queue.pop();
  }
}

TEST(ResultQueue, SharesTheColumnsOfAStatementThatComesAgain) {
  const auto columns = one_column();
  result_queue queue;
  for (int i = 0; i != 100; ++i) {
    queue.push(result_kind::statement, columns);
    queue.pop();
  }
  EXPECT_LE(columns.use_count(), 17);  // an entry of the ring each, and our own
}

TEST(ResultQueue, GrowsInTheMiddleOfTheRingWithoutMovingAnEntry) {
  result_queue queue;
  for (int i = 0; i != 16; ++i) queue.push(result_kind::statement);
  for (int i = 0; i != 5; ++i) queue.pop();
  std::vector<statement_result*> before;
  for (int i = 0; i != 5; ++i) queue.push(result_kind::statement);
  for (statement_id id = queue.first_id(); id != queue.next_id(); ++id) before.push_back(queue.find(id));
  for (int i = 0; i != 1000; ++i) queue.push(result_kind::group);
  for (std::size_t i = 0; i != before.size(); ++i) EXPECT_EQ(queue.find(queue.first_id() + i), before[i]);
  for (statement_id id = 6; !queue.empty(); ++id, queue.pop()) EXPECT_EQ(queue.front().id(), id);
}

TEST(ResultQueue, FindsOnlyWhatItHolds) {
  result_queue queue;
  EXPECT_EQ(queue.find(0), nullptr);
  EXPECT_EQ(queue.find(1), nullptr);
  queue.push(result_kind::statement);
  queue.push(result_kind::statement);
  queue.pop();
  EXPECT_EQ(queue.find(0), nullptr);
  EXPECT_EQ(queue.find(1), nullptr);
  ASSERT_NE(queue.find(2), nullptr);
  EXPECT_EQ(queue.find(2)->id(), 2U);
  EXPECT_EQ(queue.find(3), nullptr);
}

}  // namespace
}  // namespace pgpipe::detail
