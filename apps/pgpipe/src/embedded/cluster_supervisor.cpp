#include "embedded/cluster_supervisor.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "embedded/child_process.hpp"

namespace pgpipe::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

// A loaded machine may take long; one that takes longer has failed.
constexpr seconds start_limit{60};
// How often postmaster.pid is looked at while the server starts, which takes about 100 ms.
constexpr milliseconds start_step{3};
// An immediate shutdown takes a few milliseconds; PostgreSQL itself gives its children 5 s.
constexpr seconds stop_limit{10};

// Waits for a child's end, or a word from the owner, or the time's end. SIGCHLD is let in only here.
void pause_for_events(int control, milliseconds at_most) {
  pollfd owner{control, POLLIN, 0};
  const auto whole = std::chrono::duration_cast<seconds>(at_most);
  const timespec limit{whole.count(), std::chrono::nanoseconds(at_most - whole).count()};
  sigset_t none;
  ::sigemptyset(&none);
  ::ppoll(&owner, control >= 0 ? 1 : 0, &limit, &none);
}

class supervisor {
 public:
  supervisor(const supervisor_plan& plan, int control) : plan_(plan), control_(control) {}

  void run() {
    const result<void> started = start();
    const std::string message = started ? std::string(ready_message) + std::to_string(server_)
                                        : std::string(failed_message) + started.error().text();
    static_cast<void>(::send(control_, message.data(), message.size(), MSG_NOSIGNAL));
    while (!owner_is_done()) pause_for_events(control_, seconds(3600));
    stop();
    plan_.folder.remove();
  }

 private:
  result<void> start() {
    if (auto made = make_data_folder(); !made) return made;
    if (auto configured = plan_.folder.configure(plan_.options, plan_.port); !configured) return configured;
    server_ = ::pgpipe::app::start_child({{(plan_.binaries / "postgres").native(), "-D", plan_.folder.data().native()},
                                          plan_.folder.path(),
                                          plan_.folder.server_log(),
                                          plan_.folder.account(),
                                          SIGQUIT});
    if (server_ < 0)
      return fail(error_category::io, "could not start a process: " + std::generic_category().message(errno));
    const auto until = steady_clock::now() + start_limit;
    while (!plan_.folder.server_is_ready()) {
      if (has_ended(server_)) {
        server_ = -1;
        return fail(error_category::io, "the server did not start: " + last_lines(plan_.folder.server_log()));
      }
      if (owner_is_done() || steady_clock::now() > until)
        return fail(error_category::timeout, "the server did not start in time");
      pause_for_events(control_, start_step);
    }
    return {};
  }

  [[nodiscard]] std::vector<std::string> data_folder_command() const {
    const std::string data = plan_.folder.data().native();
    if (!plan_.options.standby_of.empty()) {
      return {(plan_.binaries / "pg_basebackup").native(),
              "-D",
              data,
              "-d",
              plan_.options.standby_of,
              "-R",
              "-X",
              "stream",
              "-c",
              "fast",
              "--no-sync"};
    }
    // The C locale makes initdb twice as fast.
    return {(plan_.binaries / "initdb").native(),
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync"};
  }

  result<void> make_data_folder() {
    const std::vector<std::string> command = data_folder_command();
    const pid_t initdb =
        start_child({command, plan_.folder.path(), plan_.folder.initdb_log(), plan_.folder.account(), SIGKILL});
    if (initdb < 0)
      return fail(error_category::io, "could not start a process: " + std::generic_category().message(errno));
    while (!has_ended(initdb)) {
      if (owner_is_done()) {
        ::kill(-initdb, SIGKILL);
        return fail(error_category::closed, "stopped while the data folder was made");
      }
      pause_for_events(control_, seconds(1));
    }
    if (exit_status_ == 0) return {};
    return fail(error_category::io, std::filesystem::path(command.front()).filename().native() +
                                        " failed: " + last_lines(plan_.folder.initdb_log()));
  }

  bool has_ended(pid_t child) { return ::waitpid(child, &exit_status_, WNOHANG) == child; }

  [[nodiscard]] bool owner_is_done() const {
    pollfd owner{control_, POLLIN, 0};
    return ::poll(&owner, 1, 0) > 0;
  }

  // Immediate shutdown: the data are thrown away, so that no checkpoint need be waited for.
  void stop() {
    if (server_ > 0) ::kill(server_, SIGQUIT);
    const auto until = steady_clock::now() + stop_limit;
    // Orphans of the server and of initdb come to this process as their reaper, so that it sees all of them end.
    while (::waitpid(-1, nullptr, WNOHANG) >= 0) {
      if (steady_clock::now() > until && server_ > 0) ::kill(server_, SIGKILL);
      if (steady_clock::now() > until + stop_limit) return;
      pause_for_events(-1, milliseconds(100));
    }
  }

  static std::string last_lines(const std::filesystem::path& log) {
    constexpr std::size_t most = 5;
    std::ifstream in(log);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
      if (lines.size() == most) lines.erase(lines.begin());
      lines.push_back(line);
    }
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
    return text.empty() ? "it left no message" : text;
  }

  const supervisor_plan& plan_;
  int control_;
  pid_t server_ = -1;
  int exit_status_ = 0;
};

// Lets go of everything that the owner had: its terminal, its descriptors, its signals.
int detach(int control) {
  ::setsid();
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2})
    std::signal(number, SIG_IGN);
  std::signal(SIGCHLD, [](int) {});
  sigset_t child_ended;
  ::sigemptyset(&child_ended);
  ::sigaddset(&child_ended, SIGCHLD);
  ::sigprocmask(SIG_SETMASK, &child_ended, nullptr);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null, standard);
  const int kept = ::fcntl(control, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  // Moved to the lowest place, so that one call closes all others.
  constexpr int place = STDERR_FILENO + 1;
  ::dup3(kept, place, O_CLOEXEC);
  ::close_range(place + 1, ~0U, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_NAME, "pgpipe-server");
  return place;
}

}  // namespace

void supervise(const supervisor_plan& plan, int control) {
  supervisor(plan, detach(control)).run();
  ::_exit(0);
}

}  // namespace pgpipe::app
