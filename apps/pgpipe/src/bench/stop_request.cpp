#include "bench/stop_request.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string>

#include <sys/eventfd.h>
#include <unistd.h>

namespace pgpipe::app::bench {
namespace {

static_assert(std::atomic<int>::is_always_lock_free);  // what a signal handler may touch

struct watched_signal {
  int number;
  const char* name;
  struct sigaction before;
};

std::array<watched_signal, 3> watched{{{SIGINT, "SIGINT", {}}, {SIGTERM, "SIGTERM", {}}, {SIGHUP, "SIGHUP", {}}}};
std::atomic<stop_request*> stopped{nullptr};

// For signal handlers too.
void restore_handlers() {
  for (const watched_signal& each : watched) ::sigaction(each.number, &each.before, nullptr);
}

void on_signal(int number) {
  const int errno_before = errno;
  restore_handlers();
  if (stop_request* const run = stopped.load()) run->request(number);
  errno = errno_before;
}

}  // namespace

result<stop_request> stop_request::make() {
  file_descriptor event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) return fail(error_category::io, std::string("eventfd() failed: ") + std::strerror(errno));
  return stop_request(std::move(event));
}

void stop_request::request(int signal) noexcept {
  int none = 0;
  if (signal_.compare_exchange_strong(none, signal)) wake();
}

void stop_request::wake() noexcept {
  const std::uint64_t one = 1;
  static_cast<void>(!::write(event_.get(), &one, sizeof one));
}

signals_stop_run::signals_stop_run(stop_request& run) {
  stopped.store(&run);
  for (watched_signal& each : watched) ::sigaction(each.number, nullptr, &each.before);
}

void signals_stop_run::begin() {
  for (const watched_signal& each : watched) {
    if (each.before.sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    ::sigfillset(&action.sa_mask);
    ::sigaction(each.number, &action, nullptr);
  }
}

signals_stop_run::~signals_stop_run() {
  restore_handlers();
  stopped.store(nullptr);
}

const char* signal_name(int signal) {
  for (const watched_signal& each : watched) {
    if (each.number == signal) return each.name;
  }
  return "a signal";
}

void end_by_signal(int signal) {
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

}  // namespace pgpipe::app::bench
