#include "bench/run_board.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::milliseconds;

TEST(run_board, all_workers_begin_at_one_moment) {
  run_board board(3);
  std::vector<std::optional<run_board::time_point>> starts(3);
  std::optional<run_board::time_point> start;
  {
    std::vector<std::jthread> workers;
    for (auto& mine : starts) {
      workers.emplace_back([&] {
        mine = board.connected();
        board.finished();
      });
    }
    start = board.start();
    EXPECT_TRUE(board.wait_finished(std::chrono::steady_clock::now() + std::chrono::seconds(60)));
  }
  ASSERT_TRUE(start);
  for (const auto& each : starts) EXPECT_EQ(each, start);
}

TEST(run_board, one_failure_keeps_all_from_beginning) {
  run_board board(2);
  std::optional<run_board::time_point> other = run_board::time_point();
  {
    std::jthread waiting([&] { other = board.connected(); });
    std::jthread failing([&] { board.give_up(); });
    EXPECT_FALSE(board.start());
  }
  EXPECT_FALSE(other);
  EXPECT_TRUE(board.is_given_up());
}

TEST(run_board, waiting_ends_at_its_time) {
  run_board board(1);
  const auto until = std::chrono::steady_clock::now() + milliseconds(20);
  EXPECT_FALSE(board.wait_finished(until));
  EXPECT_GE(std::chrono::steady_clock::now(), until);
  EXPECT_FALSE(board.is_finished());
  board.finished();
  EXPECT_TRUE(board.is_finished());
  EXPECT_TRUE(board.wait_finished(until));
}

}  // namespace
}  // namespace pgpipe::app::bench
