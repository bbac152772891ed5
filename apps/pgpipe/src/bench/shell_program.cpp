#include "bench/shell_program.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <limits>
#include <string_view>

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/characters.hpp"

extern char** environ;

namespace pgpipe::app::bench {
namespace {

// pgbench reads no more of a line than this.
constexpr std::size_t longest_line = 63;

tl::unexpected<error> system_failure(std::string_view what, int number) {
  return fail(error_category::io, "could not " + std::string(what) + ": " + std::strerror(number));
}

// What the child gets: no blocked signals, whatever the threads of the run block, and its output in the pipe.
struct spawn_settings {
  spawn_settings() {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  }
  spawn_settings(const spawn_settings&) = delete;
  spawn_settings& operator=(const spawn_settings&) = delete;
  ~spawn_settings() {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }

  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
};

}  // namespace

result<shell_program> shell_program::start(const std::string& line, bool reads_output) {
  file_descriptor from;
  file_descriptor to;
  spawn_settings settings;
  if (reads_output) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return system_failure("create a pipe", errno);
    from.reset(ends[0]);
    to.reset(ends[1]);
    ::fcntl(from.get(), F_SETFL, O_NONBLOCK);
    ::posix_spawn_file_actions_adddup2(&settings.files, to.get(), STDOUT_FILENO);
  }
  std::string shell = "sh";
  std::string option = "-c";
  std::string text = line;
  char* const arguments[] = {shell.data(), option.data(), text.data(), nullptr};
  pid_t child = -1;
  const int failed = ::posix_spawn(&child, "/bin/sh", &settings.files, &settings.attributes, arguments, environ);
  if (failed != 0) return system_failure("run a shell", failed);
  shell_program started(child);
  started.output_ = std::move(from);
  started.end_.reset(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  return started;
}

bool shell_program::advance() {
  if (output_ && !read_line()) return false;
  siginfo_t ended{};
  const int how = WEXITED | WNOWAIT | (end_ ? WNOHANG : 0);
  while (::waitid(P_PID, static_cast<id_t>(child_), &ended, how) != 0 && errno == EINTR) {
  }
  if (ended.si_pid == 0 && end_) return false;
  while (::waitpid(child_, &wait_status_, 0) < 0 && errno == EINTR) {
  }
  return true;
}

// True when there is no more of it to read. As long as the shell's end cannot be waited for by a descriptor, the pipe's
// end is waited for by one: see fd().
bool shell_program::read_line() {
  for (;;) {
    char block[longest_line];
    const ssize_t size = ::read(output_.get(), block, longest_line - line_.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return false;
    if (size > 0) line_.append(block, static_cast<std::size_t>(size));
    if (size > 0 && line_.size() < longest_line && line_.find('\n') == std::string::npos) continue;
    output_.reset();
    return true;
  }
}

result<std::int64_t> shell_program::integer(compatibility behaviour) const {
  const std::string_view line = std::string_view(line_).substr(0, line_.find('\n'));
  if (line_.empty()) return fail(error_category::usage, "the shell command printed nothing");
  std::string_view digits = trim(line);
  if (digits.starts_with('+') && !digits.substr(1).starts_with('-')) digits.remove_prefix(1);
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool too_large = problem == std::errc::result_out_of_range;
  if (digits.empty() || end != digits.data() + digits.size() || (problem != std::errc() && !too_large) ||
      (too_large && behaviour.allows_extras())) {
    return fail(error_category::usage, "the shell command must print an integer, not \"" + std::string(line) + "\"");
  }
  if (too_large) {
    number =
        digits.starts_with('-') ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
  }
  return behaviour.allows_extras() ? number : static_cast<std::int32_t>(number);
}

}  // namespace pgpipe::app::bench
