#include "bench/stop_request.hpp"

#include <csignal>

#include <gtest/gtest.h>
#include <poll.h>

namespace pgpipe::app::bench {
namespace {

bool is_readable(int fd) {
  pollfd asked{fd, POLLIN, 0};
  return ::poll(&asked, 1, 0) == 1;
}

volatile std::sig_atomic_t heard = 0;
void hear(int signal) { heard = signal; }

TEST(StopRequest, WakesWhoWaitsAndTellsWhoAsks) {
  auto run = stop_request::make();
  ASSERT_TRUE(run);
  EXPECT_FALSE(run->is_requested());
  EXPECT_FALSE(is_readable(run->fd()));
  run->request(SIGTERM);
  EXPECT_TRUE(run->is_requested());
  EXPECT_TRUE(is_readable(run->fd()));
  EXPECT_TRUE(is_readable(run->fd())) << "it stays readable";
}

TEST(StopRequest, MayWakeWithoutARequest) {
  auto run = stop_request::make();
  ASSERT_TRUE(run);
  run->wake();
  EXPECT_TRUE(is_readable(run->fd()));
  EXPECT_FALSE(run->is_requested());
}

TEST(StopRequest, TheFirstReasonCounts) {
  auto run = stop_request::make();
  ASSERT_TRUE(run);
  run->request(SIGHUP);
  run->request(SIGINT);
  EXPECT_EQ(run->signal(), SIGHUP);
}

TEST(StopRequest, ASignalStopsTheRunAndASecondOneDoesWhatItDid) {
  auto run = stop_request::make();
  ASSERT_TRUE(run);
  const auto before = std::signal(SIGTERM, hear);
  {
    signals_stop_run watch(*run);
    watch.begin();
    ::raise(SIGTERM);
    EXPECT_EQ(run->signal(), SIGTERM);
    EXPECT_EQ(heard, 0);
    ::raise(SIGTERM);
    EXPECT_EQ(heard, SIGTERM);
  }
  EXPECT_EQ(std::signal(SIGTERM, before), hear);
}

TEST(StopRequest, IgnoredSignalsStayIgnored) {
  auto run = stop_request::make();
  ASSERT_TRUE(run);
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    signals_stop_run watch(*run);
    watch.begin();
    ::raise(SIGHUP);
    EXPECT_FALSE(run->is_requested());
  }
  EXPECT_EQ(std::signal(SIGHUP, before), SIG_IGN);
}

TEST(StopRequest, EndsAsTheSignalWould) {
  EXPECT_EXIT(end_by_signal(SIGINT), testing::KilledBySignal(SIGINT), "");
  EXPECT_STREQ(signal_name(SIGTERM), "SIGTERM");
}

}  // namespace
}  // namespace pgpipe::app::bench
