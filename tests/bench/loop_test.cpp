#include <cerrno>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <nlohmann/json.hpp>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "bench_process.hpp"
#include "support/secure_server.hpp"
#include "support/server.hpp"

// --loop and --busy-poll. Most tests of this folder run with each loop as well: see CMakeLists.txt.
namespace pgpipe::test {
namespace {

using nlohmann::json;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

json read(const std::string& file) {
  std::ifstream in(file);
  return json::parse(in);
}

class each_loop : public testing::TestWithParam<std::string> {
 protected:
  std::string file_ = script_file("") + ".json";
};
INSTANTIATE_TEST_SUITE_P(loops, each_loop, testing::Values("epoll", "io_uring", "poll"),
                         [](const auto& each) { return each.param; });

TEST_P(each_loop, is_named_by_the_report_and_the_result) {
  make_tables();
  const bench_outcome outcome =
      run_bench({"--loop", GetParam(), "-S", "-c", "5", "-j", "2", "-t", "20", "--json", file_});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 100);
  EXPECT_THAT(outcome.out, HasSubstr("\nloop: " + GetParam() + "\n"));
  EXPECT_EQ(read(file_)["settings"]["loop"], GetParam());
}

// All bytes are counted, whoever moves them.
TEST_P(each_loop, moves_the_same_bytes) {
  const std::string script = script_file("select 1;\nselect repeat('x', 10000);\n");
  const bench_outcome outcome =
      run_bench({"--loop", GetParam(), "-c", "3", "-t", "10", "-M", "prepared", "-f", script, "--json", file_});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json client = read(file_)["client"];
  EXPECT_GT(client["bytes_received"], 300'000);
  EXPECT_LT(client["bytes_received"], 320'000);
  EXPECT_GT(client["bytes_sent"], 2'200);
  EXPECT_LT(client["bytes_sent"], 5'000);
}

TEST_P(each_loop, uses_tls) {
  const secure_server server;
  const bench_outcome outcome =
      bench_process({"--loop", GetParam(), "-n", "-c", "4", "-t", "20", "-M", "prepared", "-f",
                     script_file("select repeat('x', 100000);\n"), server.conninfo("trusting", "sslmode=require")})
          .wait();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 80);
}

TEST_P(each_loop, goes_through_a_link) {
  const bench_outcome outcome =
      run_bench({"--loop", GetParam(), "--rtt", "20ms", "-c", "6", "-t", "5", "-f", script_file("select 1;\n")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 30);
  EXPECT_GE(outcome.time, std::chrono::milliseconds(100));
}

// A pipeline far above what the sockets hold, both ways, from several clients.
TEST_P(each_loop, sends_what_finds_no_room_at_once) {
  std::string pipeline = "\\startpipeline\n";
  for (int i = 0; i != 60; ++i) pipeline += "select '" + std::string(30'000, 'x') + "'::text;\n";
  const std::string script = script_file(pipeline + "\\endpipeline\n");
  const bench_outcome outcome = run_bench({"--loop", GetParam(), "-c", "5", "-t", "4", "-M", "extended", "-f", script});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 20);
}

// The shell waits while the server ends the session.
TEST_P(each_loop, notices_after_a_shell_command_that_the_server_is_gone) {
  const std::string script = script_file(
      "select pg_backend_pid() as pid \\gset\n"
      "select 1;\n"
      "\\shell kill :pid ; sleep 0.2\nselect 2;\n");
  const bench_outcome outcome = run_bench({"--loop", GetParam(), "-c", "2", "-t", "1", "-f", script});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("terminating connection due to administrator command"));
}

TEST_P(each_loop, spins_before_it_sleeps) {
  make_tables();
  for (const char* clients : {"1", "3"}) {
    const bench_outcome outcome = run_bench({"--loop", GetParam(), "--busy-poll", "300", "-S", "-c", clients, "-t",
                                             "30", "-M", "prepared", "--json", file_});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(read(file_)["settings"]["busy_poll_us"], 300);
  }
  const bench_outcome slept = run_bench(
      {"--loop", GetParam(), "--busy-poll", "300", "-c", "2", "-t", "2", "-f", script_file("\\sleep 20 ms\n")});
  EXPECT_EQ(slept.status, 0) << slept.err;
  EXPECT_GE(slept.time, std::chrono::milliseconds(40));
}

// Every system call that sets an io_uring up fails from here on, in this process and those that it starts.
void deny_io_uring() {
  const auto number = static_cast<std::uint32_t>(SYS_io_uring_setup);
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{std::size(program), program};
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

TEST(loop, io_uring_that_the_system_denies_is_refused_where_it_was_asked_for) {
  (void)server_conninfo();
  bench_process denied({"--loop", "io_uring", "-n", "-S", server_conninfo()}, "bench", deny_io_uring);
  const bench_outcome outcome = denied.wait();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err,
            "pgpipe: error: --loop=io_uring cannot be had here: io_uring_setup() failed: Operation not permitted\n");
}

TEST(loop, io_uring_that_the_system_denies_is_done_without) {
  make_tables();
  const std::string file = script_file("") + ".json";
  bench_process denied({"--loop", "auto", "-n", "-S", "-c", "64", "-t", "5", "--json", file, server_conninfo()},
                       "bench", deny_io_uring);
  const bench_outcome outcome = denied.wait();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("\nloop: epoll\n"));
  EXPECT_EQ(read(file)["settings"]["loop"], "epoll");
}

TEST(loop, is_chosen_by_the_number_of_clients_and_not_told_unasked) {
  make_tables();
  const std::string file = script_file("") + ".json";
  bench_outcome outcome = run_bench({"-S", "-c", "64", "-t", "5", "--json", file});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("loop:")));
  EXPECT_EQ(read(file)["settings"]["loop"], "io_uring");
  outcome = run_bench({"-S", "-c", "1", "-t", "5", "--json", file});
  EXPECT_EQ(read(file)["settings"]["loop"], "epoll");
}

}  // namespace
}  // namespace pgpipe::test
