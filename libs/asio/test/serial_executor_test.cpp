#include "serial_executor.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::asio_client::detail {
namespace {

namespace net = boost::asio;

bool is_here_within(const serial_executor& executor, net::io_context& io) {
  bool here = false;
  net::post(executor.get(), [&] { here = executor.is_here(); });
  io.restart();
  io.run();
  return here;
}

TEST(SerialExecutor, AStrandIsTakenAsItIs) {
  net::io_context io;
  const net::any_io_executor strand = net::make_strand(io);
  const serial_executor executor(strand, false);
  EXPECT_EQ(executor.get(), strand);
  EXPECT_FALSE(executor.is_here());
  EXPECT_TRUE(is_here_within(executor, io));
  net::thread_pool threads(1);
  const net::any_io_executor of_threads = net::make_strand(threads);
  EXPECT_EQ(serial_executor(of_threads, false).get(), of_threads);
  const net::any_io_executor of_any = net::make_strand(net::any_io_executor(io.get_executor()));
  EXPECT_EQ(serial_executor(of_any, false).get(), of_any);
}

TEST(SerialExecutor, AnythingElseGetsAStrandUnlessThereIsOneThread) {
  net::io_context io;
  const net::any_io_executor plain = io.get_executor();
  const serial_executor executor(plain, false);
  EXPECT_NE(executor.get(), plain);
  EXPECT_FALSE(executor.is_here());
  EXPECT_TRUE(is_here_within(executor, io));
  const serial_executor alone(plain, true);
  EXPECT_EQ(alone.get(), plain);
  EXPECT_TRUE(alone.is_here());
}

// By what it is: a strand of an executor whose type is known, so that turns of it allocate less; of a thread pool too.
TEST(SerialExecutor, TheStrandIsOfTheExecutorItself) {
  net::io_context io;
  const serial_executor of_context(io.get_executor(), false);
  EXPECT_NE(of_context.get().target<net::strand<net::io_context::executor_type>>(), nullptr);
  net::thread_pool threads(1);
  const serial_executor of_pool(threads.get_executor(), false);
  EXPECT_NE(of_pool.get().target<net::strand<net::thread_pool::executor_type>>(), nullptr);
  const serial_executor of_other(net::system_executor(), false);
  EXPECT_NE(of_other.get().target<net::strand<net::any_io_executor>>(), nullptr);
}

TEST(SerialExecutor, PostNeverRunsOnTheSpot) {
  net::io_context io;
  for (const bool one_thread : {false, true}) {
    const serial_executor executor(io.get_executor(), one_thread);
    std::vector<int> order;
    net::post(executor.get(), [&] {
      executor.post([&] { order.push_back(2); });
      order.push_back(1);
    });
    io.restart();
    io.run();
    EXPECT_EQ(order, (std::vector<int>{1, 2}));
  }
}

}  // namespace
}  // namespace pgpipe::asio_client::detail
