#include "embedded/child_process.hpp"

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "embedded/temporary_folder.hpp"

namespace pgpipe::app {
namespace {

class child_process : public testing::Test {
 protected:
  // Runs a shell script and returns what it printed.
  std::string run(const std::string& script) {
    const pid_t child = start_child({{"/bin/sh", "-c", script}, folder_.path(), log(), std::nullopt, SIGKILL});
    EXPECT_EQ(::waitpid(child, &status_, 0), child);
    return content_of(log());
  }
  [[nodiscard]] std::filesystem::path log() const { return folder_.path() / "log"; }

  temporary_folder folder_;
  int status_ = -1;
};

TEST_F(child_process, logs_both_outputs_and_works_in_its_folder) {
  EXPECT_EQ(run("pwd; echo oops >&2; exit 7"), folder_.path().native() + "\noops\n");
  EXPECT_EQ(WEXITSTATUS(status_), 7);
  EXPECT_EQ(run("cat"), folder_.path().native() + "\noops\n");  // its input is empty, the log goes on
}

TEST_F(child_process, inherits_no_settings_descriptors_or_signals) {
  ::setenv("PGDATA", "/elsewhere", 1);
  ::setenv("PGPIPE_TEST_KEPT", "no", 1);
  std::signal(SIGUSR1, SIG_IGN);
  const int extra = ::dup(STDERR_FILENO);
  const std::string text = run("env | grep -c ^PG; kill -s USR1 $$; echo survived");
  EXPECT_EQ(text, "0\n");
  EXPECT_TRUE(WIFSIGNALED(status_) && WTERMSIG(status_) == SIGUSR1);
  EXPECT_NE(run("test -e /proc/$$/fd/" + std::to_string(extra) + " || echo closed").find("closed"), std::string::npos);
  ::close(extra);
  std::signal(SIGUSR1, SIG_DFL);
  ::unsetenv("PGDATA");
  ::unsetenv("PGPIPE_TEST_KEPT");
}

TEST_F(child_process, leads_a_process_group_of_its_own) {
  const pid_t child = start_child({{"/bin/sleep", "60"}, folder_.path(), log(), std::nullopt, SIGKILL});
  EXPECT_EQ(::getpgid(child), child);
  EXPECT_EQ(::kill(-child, SIGTERM), 0);
  EXPECT_EQ(::waitpid(child, &status_, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status_) && WTERMSIG(status_) == SIGTERM);
}

TEST_F(child_process, a_missing_program_shows_in_status_and_log) {
  const pid_t child = start_child({{"/nonexistent/program"}, folder_.path(), log(), std::nullopt, SIGKILL});
  EXPECT_EQ(::waitpid(child, &status_, 0), child);
  EXPECT_EQ(WEXITSTATUS(status_), 127);
  EXPECT_EQ(content_of(log()), "/nonexistent/program: No such file or directory\n");
}

}  // namespace
}  // namespace pgpipe::app
