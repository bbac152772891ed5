#include "compare/interruption.hpp"

#include <array>
#include <atomic>
#include <cerrno>

namespace pgpipe::app::compare {
namespace {

struct ending_signal {
  int number;
  struct sigaction before;
};

std::array<ending_signal, 3> ending{{{SIGINT, {}}, {SIGTERM, {}}, {SIGHUP, {}}}};
std::atomic<int> came{0};
std::atomic<pid_t> running{0};

static_assert(std::atomic<pid_t>::is_always_lock_free);  // what a signal handler may touch

// For signal handlers too.
void restore_signals() {
  for (const ending_signal& each : ending) ::sigaction(each.number, &each.before, nullptr);
}

// What a terminal sends reaches the child without us, and two of them would end it before it has cleaned up.
void on_interruption(int number, siginfo_t* info, void*) {
  const int errno_before = errno;
  restore_signals();
  came.store(number);
  const pid_t child = running.load();
  if (child > 0 && info->si_code != SI_KERNEL) ::kill(child, SIGTERM);
  errno = errno_before;
}

}  // namespace

interruption::interruption() {
  came.store(0);
  for (ending_signal& each : ending) ::sigaction(each.number, nullptr, &each.before);
  for (const ending_signal& each : ending) {
    if (each.before.sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_sigaction = on_interruption;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    ::sigfillset(&action.sa_mask);
    ::sigaction(each.number, &action, nullptr);
  }
}

interruption::~interruption() { restore_signals(); }

int interruption::signal() { return came.load(); }

void interruption::pass_on_to(pid_t child) { running.store(child); }

}  // namespace pgpipe::app::compare
