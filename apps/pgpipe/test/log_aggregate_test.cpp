#include "bench/log_aggregate.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr log_aggregate::time_point start{seconds(1'700'000'000) + milliseconds(700)};

logged_transaction ended_after(milliseconds since_start, microseconds latency) {
  logged_transaction transaction;
  transaction.end = start + since_start;
  transaction.latency = latency;
  return transaction;
}

TEST(LogAggregate, LinesHavePgbenchsColumns) {
  log_aggregate two_seconds({.interval = seconds(2)}, start);
  std::string text;
  two_seconds.add(ended_after(milliseconds(10), microseconds(100)), text);
  logged_transaction late = ended_after(milliseconds(1200), microseconds(300));
  late.lag = microseconds(7);
  late.retries = 2;
  two_seconds.add(late, text);
  EXPECT_EQ(text, "");
  two_seconds.add(ended_after(milliseconds(1300), microseconds(5)), text);
  EXPECT_EQ(text, "1700000000 2 400 100000 100 300 7 49 7 7 0 1 2 0 0 0\n");
}

TEST(LogAggregate, EveryOutcomeHasItsColumn) {
  log_aggregate all({.interval = seconds(1)}, start);
  std::string text;
  logged_transaction other = ended_after(milliseconds(1), microseconds(0));
  other.ended = logged_transaction::outcome::skipped;
  for (int i = 0; i != 4; ++i) all.add(other, text);
  other.ended = logged_transaction::outcome::failed;
  other.retries = 1;
  other.why = failure::serialization;
  for (int i = 0; i != 3; ++i) all.add(other, text);
  other.why = failure::deadlock;
  for (int i = 0; i != 2; ++i) all.add(other, text);
  other.why = failure::other;
  other.retries = 0;
  all.add(other, text);
  all.finish(start, text);
  EXPECT_EQ(text, "1700000000 0 0 0 0 0 0 0 0 0 4 5 5 3 2 1\n");
}

TEST(LogAggregate, IntervalsWithoutTransactionsAreTold) {
  log_aggregate some({.interval = seconds(1), .other_failures = false}, start);
  std::string text;
  some.add(ended_after(milliseconds(2400), microseconds(9)), text);
  some.finish(start + milliseconds(4000), text);
  EXPECT_EQ(text,
            "1700000000 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
            "1700000001 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
            "1700000002 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
            "1700000003 1 9 81 9 9 0 0 0 0 0 0 0 0 0\n"
            "1700000004 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
}

TEST(LogAggregate, TheTailIsNotLost) {
  log_aggregate some({.interval = seconds(5), .other_failures = false}, start);
  std::string text;
  some.add(ended_after(milliseconds(100), microseconds(10)), text);
  some.finish(start + milliseconds(200), text);
  EXPECT_EQ(text, "1700000000 1 10 100 10 10 0 0 0 0 0 0 0 0 0\n");
}

}  // namespace
}  // namespace pgpipe::app::bench
