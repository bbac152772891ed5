#include "embedded/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pgpipe::app {
namespace {

constexpr int status_not_run = 127;  // the shell's, for the same

bool keeps_variable(std::string_view entry) {
  return !entry.starts_with("PG") && !entry.starts_with("LC_") && !entry.starts_with("LANG") &&
         !entry.starts_with("NOTIFY_SOCKET=");
}

std::vector<char*> child_environment() {
  std::vector<char*> kept;
  for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (keeps_variable(*entry)) kept.push_back(*entry);
  }
  static char english[] = "LC_ALL=C";
  kept.push_back(english);
  kept.push_back(nullptr);
  return kept;
}

void reset_signals() {
  for (int number = 1; number != NSIG; ++number) std::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void give_up(const char* doing) {
  const char* reason = std::strerror(errno);
  for (const char* part : {doing, ": ", reason, "\n"})
    static_cast<void>(!::write(STDERR_FILENO, part, std::strlen(part)));
  ::_exit(status_not_run);
}

[[noreturn]] void run_child(const child_program& program, char* const* arguments, char* const* environment,
                            pid_t parent) {
  ::setpgid(0, 0);
  reset_signals();
  const int null = ::open("/dev/null", O_RDWR);
  const int log = ::open(program.log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::dup2(null, STDIN_FILENO);
  ::dup2(log >= 0 ? log : null, STDOUT_FILENO);
  ::dup2(log >= 0 ? log : null, STDERR_FILENO);
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
  ::umask(077);
  if (::chdir(program.directory.c_str()) != 0) give_up("could not enter the server's folder");
  if (program.account && !program.account->assume()) give_up("could not become the server's user");
  // After the change of user, which clears it. A parent that ended before this call is noticed by its absence.
  ::prctl(PR_SET_PDEATHSIG, program.death_signal);
  if (::getppid() != parent) ::_exit(status_not_run);
  ::execve(arguments[0], arguments, environment);
  give_up(arguments[0]);
}

}  // namespace

pid_t start_child(const child_program& program) {
  std::vector<char*> arguments;
  arguments.reserve(program.arguments.size() + 1);
  for (const std::string& each : program.arguments) arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  const std::vector<char*> environment = child_environment();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) run_child(program, arguments.data(), environment.data(), parent);
  // Both sides do it, so that the group exists whichever runs first.
  if (child > 0) ::setpgid(child, child);
  return child;
}

}  // namespace pgpipe::app
