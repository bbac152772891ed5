#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "bench_process.hpp"
#include "embedded/private_cluster.hpp"
#include "support/server.hpp"

// How much one process can do, and that it says so when that is not enough.
namespace pgpipe::test {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

// What children inherit from this process, for a scope.
class usual_file_limit {
 public:
  usual_file_limit() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit usual{1024, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &usual);
  }
  usual_file_limit(const usual_file_limit&) = delete;
  usual_file_limit& operator=(const usual_file_limit&) = delete;
  ~usual_file_limit() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

// Of the children that have ended.
double cpu_seconds() {
  rusage spent{};
  ::getrusage(RUSAGE_CHILDREN, &spent);
  const auto seconds_of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds_of(spent.ru_utime) + seconds_of(spent.ru_stime);
}

// select() ends at 1,024 descriptors; a usual soft limit is the same.
TEST(capacity, one_thread_serves_more_clients_than_select_could) {
  app::cluster_options wanted;
  wanted.settings.emplace_back("max_connections", "1120");
  auto cluster = value_or_throw(app::private_cluster::start(wanted));
  const usual_file_limit usual;
  for (const char* threads : {"1", "2"}) {
    const bench_outcome outcome = bench_process({"-n", "-c", "1100", "-j", threads, "-t", "3", "-M", "prepared", "-f",
                                                 script_file("select 1;"), cluster.conninfo()})
                                      .wait(seconds(120));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.processed(), 3300);
  }
}

TEST(capacity, too_few_files_are_told_beforehand) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  ASSERT_LT(limit.rlim_max, rlim_t{1} << 30) << "no number of clients is too high";
  const std::string clients = std::to_string(limit.rlim_max);
  const bench_outcome outcome = bench_process({"-n", "-c", clients, "-f", script_file("select 1;")}).wait();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "pgpipe: error: need at least " + std::to_string(limit.rlim_max + 3) +
                             " open files, but system limit is " + clients +
                             "\npgpipe: hint: Reduce number of clients, or use limit/ulimit to increase the system "
                             "limit.\n");
}

// Where others use the processors too a thread that would be busy is kept from it, so how busy it was decides.
TEST(capacity, a_busy_thread_is_told) {
  const std::string script = script_file("\\set x 1 + 1\n");
  constexpr double run_seconds = 2;
  double share = 0;
  for (int i = 0; i != 3 && share < 0.95; ++i) {
    const double before = cpu_seconds();
    const bench_outcome outcome = run_bench({"-c", "2", "-T", "2", "-f", script});
    share = (cpu_seconds() - before) / run_seconds;
    if (share > 0.95) {
      EXPECT_THAT(outcome.err, HasSubstr("warning: 1 of 1 threads used a processor more than 90% of the time"));
    } else if (share < 0.85) {
      EXPECT_EQ(outcome.err, "");
    }
  }
}

TEST(capacity, a_thread_that_waits_is_not) {
  EXPECT_EQ(run_bench({"-c", "2", "-T", "1", "-f", script_file("select pg_sleep(0.01);")}).err, "");
}

}  // namespace
}  // namespace pgpipe::test
