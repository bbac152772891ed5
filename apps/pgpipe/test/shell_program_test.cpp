#include "bench/shell_program.hpp"

#include <cerrno>
#include <csignal>
#include <string>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>

namespace pgpipe::app::bench {
namespace {

constexpr compatibility ours;
constexpr compatibility pgbench(15);

shell_program run(const std::string& line, bool reads_output = true) {
  auto started = shell_program::start(line, reads_output);
  EXPECT_TRUE(started) << started.error().text();
  shell_program program = *std::move(started);
  for (;;) {
    pollfd one{program.fd(), POLLIN, 0};
    EXPECT_EQ(::poll(&one, 1, 10'000), one.fd >= 0 ? 1 : 0) << line;
    if (program.advance()) return program;
  }
}

TEST(ShellProgram, TellsItsStatus) {
  EXPECT_TRUE(run("true", false).succeeded());
  EXPECT_FALSE(run("exit 3", false).succeeded());
  EXPECT_FALSE(run("kill -9 $$", false).succeeded());
}

TEST(ShellProgram, ReadsTheNumberOfTheFirstLine) {
  EXPECT_EQ(run("echo 5").integer(ours), 5);
  EXPECT_EQ(run("printf ' -7 \\n8\\n'").integer(ours), -7);
  EXPECT_EQ(run("printf +9").integer(ours), 9);
  EXPECT_EQ(run("echo 5; exit 3").integer(ours), 5);
  EXPECT_EQ(run("printf 1; sleep 0.05; printf '2\\n'").integer(ours), 12);
}

TEST(ShellProgram, RefusesWhatIsNoNumber) {
  for (const char* line : {"true", "false", "echo", "echo 5a", "echo 1 2", "echo +-3", "echo 0x10"}) {
    EXPECT_FALSE(run(line).integer(ours)) << line;
  }
}

TEST(ShellProgram, PgbenchCutsNumbersTo32Bits) {
  EXPECT_EQ(run("echo 99999999999").integer(ours), 99999999999);
  EXPECT_EQ(run("echo 99999999999").integer(pgbench), 1215752191);
  EXPECT_FALSE(run("echo 99999999999999999999").integer(ours));
  EXPECT_EQ(run("echo 99999999999999999999").integer(pgbench), -1);
}

TEST(ShellProgram, LongOutputDoesNotHoldItUp) {
  EXPECT_EQ(run("echo 5; yes | head -c 1000000").integer(ours), 5);
  EXPECT_FALSE(run("yes 5 | head -c 1000000 | tr -d '\\n'").integer(ours));
}

TEST(ShellProgram, LeavesNoProcessBehind) {
  (void)run("true", false);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace pgpipe::app::bench
