#include "bench/transaction_log.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "bench/run_seeds.hpp"

namespace pgpipe::app::bench {
namespace {

using std::chrono::microseconds;
using std::chrono::system_clock;

logged_transaction sample() {
  logged_transaction transaction;
  transaction.client = 3;
  transaction.number = 199;
  transaction.latency = microseconds(2241);
  transaction.end = system_clock::time_point(microseconds(1'175'850'568'000'995));
  return transaction;
}

std::string line_of(const logged_transaction& transaction) {
  std::string text;
  append_log_line(text, transaction);
  return text;
}

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A folder that lives as long as a test.
class TransactionLog : public testing::Test {
 protected:
  TransactionLog() : folder_(::mkdtemp(template_)) {}
  ~TransactionLog() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string prefix() const { return folder_ + "/log"; }

 private:
  char template_[32] = "/tmp/pgpipe_log_test.XXXXXX";
  std::string folder_;
};

TEST_F(TransactionLog, LineIsPgbenchs) {
  EXPECT_EQ(line_of(sample()), "3 199 2241 0 1175850568 995\n");
  logged_transaction other = sample();
  other.script = 2;
  other.ended = logged_transaction::outcome::failed;
  EXPECT_EQ(line_of(other), "3 199 failed 2 1175850568 995\n");
  other.why = failure::deadlock;
  EXPECT_EQ(line_of(other), "3 199 failed 2 1175850568 995\n");
  other.tells_why = true;
  EXPECT_EQ(line_of(other), "3 199 deadlock 2 1175850568 995\n");
  other.ended = logged_transaction::outcome::skipped;
  other.lag = microseconds(17);
  EXPECT_EQ(line_of(other), "3 199 skipped 2 1175850568 995 17\n");
  other.retries = 4;
  EXPECT_EQ(line_of(other), "3 199 skipped 2 1175850568 995 17 4\n");
}

TEST_F(TransactionLog, NumbersOfEveryLength) {
  constexpr std::int64_t largest_power = 1'000'000'000'000'000'000;
  for (std::int64_t power = 1;; power *= 10) {
    for (const std::int64_t each : {power - 1, power, power + 1, largest_power / power * 9 + power % 7}) {
      logged_transaction transaction = sample();
      transaction.number = each;
      EXPECT_EQ(line_of(transaction), "3 " + std::to_string(each) + " 2241 0 1175850568 995\n");
    }
    if (power == largest_power) break;
  }
  logged_transaction longest = sample();
  longest.client = longest.script = std::numeric_limits<int>::max();
  longest.number = std::numeric_limits<std::int64_t>::max();
  longest.latency = std::chrono::nanoseconds::max();
  longest.lag = std::chrono::nanoseconds::max();
  longest.retries = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(line_of(longest),
            "2147483647 9223372036854775807 9223372036854775 2147483647 1175850568 995 9223372036854775 "
            "9223372036854775807\n");
}

TEST_F(TransactionLog, EachThreadHasItsFile) {
  const std::string pid = std::to_string(::getpid());
  EXPECT_EQ(transaction_log::open(prefix(), 0)->path(), prefix() + "." + pid);
  EXPECT_EQ(transaction_log::open(prefix(), 3)->path(), prefix() + "." + pid + ".3");
}

TEST_F(TransactionLog, WritesWholeLinesAndAllOfThem) {
  auto log = transaction_log::open(prefix(), 0);
  ASSERT_TRUE(log);
  std::string expected;
  logged_transaction transaction = sample();
  for (transaction.number = 0; transaction.number < 5000; ++transaction.number) {
    ASSERT_TRUE(log->write(transaction));
    append_log_line(expected, transaction);
  }
  const std::string early = contents(log->path());
  EXPECT_GT(early.size(), 0U);
  EXPECT_LT(early.size(), expected.size());
  EXPECT_EQ(early.back(), '\n');
  ASSERT_TRUE(log->finish({}));
  EXPECT_EQ(contents(log->path()), expected);
}

// What pgbench 15.20 logged with --random-seed=42 --sampling-rate=0.5 -t 12, one client and one script.
TEST_F(TransactionLog, SampleIsPgbenchs) {
  auto log = transaction_log::open(prefix(), 0);
  ASSERT_TRUE(log);
  log->sample(0.5, make_run_seeds(42, 1, 1, true).threads[0].log_sampling);
  logged_transaction transaction = sample();
  for (transaction.number = 1; transaction.number <= 12; ++transaction.number) ASSERT_TRUE(log->write(transaction));
  ASSERT_TRUE(log->finish({}));
  std::istringstream lines(contents(log->path()));
  std::vector<std::int64_t> numbers;
  for (std::string line; std::getline(lines, line);) numbers.push_back(std::stol(line.substr(line.find(' '))));
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{1, 2, 3, 12}));
}

TEST_F(TransactionLog, IntervalsTakeThePlaceOfTransactions) {
  auto log = transaction_log::open(prefix(), 0);
  ASSERT_TRUE(log);
  const logged_transaction transaction = sample();
  log->begin_intervals({.interval = std::chrono::seconds(1)}, transaction.end);
  for (int i = 0; i != 3; ++i) ASSERT_TRUE(log->write(transaction));
  ASSERT_TRUE(log->finish(transaction.end));
  EXPECT_EQ(contents(log->path()), "1175850568 3 6723 15066243 2241 2241 0 0 0 0 0 0 0 0 0 0\n");
}

TEST_F(TransactionLog, FailuresNameTheFile) {
  const auto missing = transaction_log::open(prefix() + "/no/folder", 0);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().category(), error_category::io);
  EXPECT_EQ(missing.error().text(), "could not open logfile \"" + prefix() + "/no/folder." +
                                        std::to_string(::getpid()) + "\": No such file or directory");
}

TEST_F(TransactionLog, FullDiskIsAnError) {
  const std::string path = prefix() + "." + std::to_string(::getpid());
  std::filesystem::create_symlink("/dev/full", path);
  auto log = transaction_log::open(prefix(), 0);
  ASSERT_TRUE(log);
  ASSERT_TRUE(log->write(sample()));
  const auto closed = log->finish({});
  ASSERT_FALSE(closed);
  EXPECT_EQ(closed.error().text(), "could not write to logfile \"" + path + "\": No space left on device");
}

}  // namespace
}  // namespace pgpipe::app::bench
