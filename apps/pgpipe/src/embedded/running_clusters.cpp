#include "embedded/running_clusters.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pgpipe::app {
namespace {

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};

constexpr pid_t no_supervisor = -1;
constexpr pid_t reserved = -2;

struct entry {
  std::atomic<int> control{-1};
  std::atomic<pid_t> owner{-1};
  std::atomic<pid_t> supervisor{no_supervisor};
};

// Nobody runs more servers at once on one machine than this.
std::array<entry, 16> table;
std::atomic<bool> ending{false};

static_assert(std::atomic<pid_t>::is_always_lock_free);  // what a signal handler may touch

// Uses only what a signal handler may, and may itself be interrupted by one that does the same.
void stop_entry(entry& running) {
  const pid_t supervisor = running.supervisor.load();
  if (supervisor <= 0) return;
  // A forked child has a copy of the table, but its parent still wants the server.
  const bool is_owner = running.owner.load() == ::getpid();
  if (const int control = running.control.exchange(-1); control >= 0) {
    if (is_owner) static_cast<void>(!::send(control, "stop", 4, MSG_NOSIGNAL));
    ::close(control);
  }
  if (is_owner) {
    while (::waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  running.supervisor.store(no_supervisor);
}

// A process that a signal is ending: other threads, whose connections break now, get no word in.
void wait_for_the_end() {
  while (ending.load()) ::pause();
}

void on_ending_signal(int number) {
  ending.store(true);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(null, STDOUT_FILENO);
  ::dup2(null, STDERR_FILENO);
  for (entry& running : table) stop_entry(running);
  std::signal(number, SIG_DFL);
  sigset_t this_one;
  ::sigemptyset(&this_one);
  ::sigaddset(&this_one, number);
  ::pthread_sigmask(SIG_UNBLOCK, &this_one, nullptr);
  ::kill(::getpid(), number);
}

}  // namespace

int running_clusters::add(int control, pid_t supervisor) {
  for (std::size_t slot = 0; slot != table.size(); ++slot) {
    entry& free = table[slot];
    pid_t expected = no_supervisor;
    if (!free.supervisor.compare_exchange_strong(expected, reserved)) continue;
    free.control.store(control);
    free.owner.store(::getpid());
    free.supervisor.store(supervisor);
    return static_cast<int>(slot);
  }
  return -1;
}

int running_clusters::control_of(int slot) { return table[static_cast<std::size_t>(slot)].control.load(); }

void running_clusters::stop(int slot) {
  stop_entry(table[static_cast<std::size_t>(slot)]);
  wait_for_the_end();
}

ending_signals_held::ending_signals_held() {
  sigset_t held;
  ::sigemptyset(&held);
  for (const int number : ending_signals) ::sigaddset(&held, number);
  ::pthread_sigmask(SIG_BLOCK, &held, &before_);
}

ending_signals_held::~ending_signals_held() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void stop_clusters_on_signals() {
  static bool installed = false;
  if (installed) return;
  installed = true;
  std::atexit(wait_for_the_end);
  for (const int number : ending_signals) {
    struct sigaction action{};
    ::sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = on_ending_signal;
    ::sigfillset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
  }
}

}  // namespace pgpipe::app
