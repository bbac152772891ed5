#include "bench/retry.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(Retry, OnlySerializationFailuresAndDeadlocksAreSurvived) {
  EXPECT_EQ(survivable_failure("40001", false), failure::serialization);
  EXPECT_EQ(survivable_failure("40P01", false), failure::deadlock);
  for (const char* sqlstate : {"40000", "40002", "40003", "23505", "22012", ""}) {
    EXPECT_EQ(survivable_failure(sqlstate, false), std::nullopt) << sqlstate;
  }
}

TEST(Retry, ContinuingSurvivesAllAndKeepsTheKinds) {
  EXPECT_EQ(survivable_failure("40001", true), failure::serialization);
  EXPECT_EQ(survivable_failure("40P01", true), failure::deadlock);
  EXPECT_EQ(survivable_failure("22012", true), failure::other);
}

TEST(Retry, TriesAreCountedFromOne) {
  const retry_policy once;
  EXPECT_FALSE(once.allows(failure::serialization, 1, seconds(0)));
  const retry_policy thrice{.max_tries = 3, .latency_limit = {}};
  EXPECT_TRUE(thrice.allows(failure::serialization, 2, seconds(100)));
  EXPECT_TRUE(thrice.allows(failure::deadlock, 2, seconds(100)));
  EXPECT_FALSE(thrice.allows(failure::deadlock, 3, seconds(0)));
}

TEST(Retry, OtherErrorsAreNotRepeated) {
  const retry_policy always{.max_tries = 0, .latency_limit = {}};
  EXPECT_TRUE(always.allows(failure::deadlock, 1'000'000, seconds(0)));
  EXPECT_FALSE(always.allows(failure::other, 1, seconds(0)));
}

TEST(Retry, NoNewTryBeyondTheLatencyLimit) {
  const retry_policy limited{.max_tries = 0, .latency_limit = milliseconds(5)};
  EXPECT_TRUE(limited.allows(failure::serialization, 9, milliseconds(5)));
  EXPECT_FALSE(limited.allows(failure::serialization, 1, microseconds(5001)));
}

TEST(Retry, DescribesWhereATransactionStands) {
  EXPECT_EQ((retry_policy{.max_tries = 5, .latency_limit = {}}.describe(2, seconds(9))), "try 2/5");
  EXPECT_EQ((retry_policy{.max_tries = 0, .latency_limit = {}}.describe(2, seconds(9))), "try 2");
  EXPECT_EQ((retry_policy{.max_tries = 0, .latency_limit = milliseconds(8)}.describe(1, milliseconds(3))),
            "try 1, 37.500% of the maximum time of tries was used");
}

TEST(Retry, FailuresHaveTheLogsWords) {
  EXPECT_EQ(to_string(failure::serialization), "serialization");
  EXPECT_EQ(to_string(failure::deadlock), "deadlock");
  EXPECT_EQ(to_string(failure::other), "other");
}

}  // namespace
}  // namespace pgpipe::app::bench
