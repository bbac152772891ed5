#include "serial_executor.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

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

}  // namespace
}  // namespace pgpipe::asio_client::detail
