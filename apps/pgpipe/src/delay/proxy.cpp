#include "delay/proxy.hpp"

#include <cerrno>
#include <system_error>

#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace pgpipe::app::delay {
namespace {

// Longer than the kernel of a virtual machine looks for work before it lets the processor go to sleep (haltpoll, 0.2
// ms).
constexpr std::chrono::milliseconds long_sleep{1};

}  // namespace

result<std::unique_ptr<proxy>> proxy::make(listener at, const net::socket_address& server,
                                           const link_settings& settings, std::uint64_t seed) {
  auto loop = net::epoll_loop::make();
  if (!loop) return fail(loop.error());
  bench::file_descriptor stop(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!stop) return fail(error_category::io, "could not make an event: " + std::generic_category().message(errno));
  std::unique_ptr<proxy> made(new proxy(std::move(at), server, settings, seed, *std::move(loop), std::move(stop)));
  for (const int fd : {made->listener_.fd(), made->stop_.get()}) {
    void* const user = fd == made->stop_.get() ? static_cast<void*>(made.get()) : nullptr;
    if (auto added = made->loop_.add(fd, net::interest::readable, user); !added) return fail(added.error());
  }
  return made;
}

proxy::proxy(listener at, const net::socket_address& server, const link_settings& settings, std::uint64_t seed,
             net::epoll_loop loop, bench::file_descriptor stop)
    : listener_(std::move(at)),
      server_(server),
      settings_(settings),
      next_seed_(seed),
      loop_(std::move(loop)),
      stop_(std::move(stop)),
      begin_(clock::now()) {}

// The kernel may otherwise sleep 50 us longer than it was told, to spare itself wake-ups.
void proxy::run() {
  ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  while (!stopping_) {
    for (const net::ready_event& each : wait()) {
      serve(each);
      deliver_due();
    }
    deliver_due();
    closed_.clear();
  }
}

// Sleeps until something is ready or due. Only from a long sleep a processor wakes late: then the last stretch before
// the release is spent awake. In the midst of traffic that would take a processor from those who make it.
std::span<const net::ready_event> proxy::wait() {
  const clock::time_point due = schedule_.empty() ? net::no_deadline : time_of(schedule_.begin()->first);
  const clock::time_point begin = clock::now();
  const bool is_far = due - begin > long_sleep;
  const clock::time_point alarm = is_far && !schedule_.empty() ? due - wake_up_.late() : due;
  auto ready = loop_.wait_until(alarm);
  const clock::time_point woken = clock::now();
  arrived_ = (woken - begin > long_sleep ? woken - wake_up_.typical() : woken) - begin_;
  if (!is_far || !ready.empty()) return ready;
  wake_up_.learn(woken - alarm);
  do {
    ready = loop_.wait(std::chrono::nanoseconds(0));
    arrived_ = now();
  } while (ready.empty() && begin_ + arrived_ < due);
  return ready;
}

void proxy::stop() noexcept {
  const std::uint64_t one = 1;
  static_cast<void>(::write(stop_.get(), &one, sizeof one) + 1);
}

void proxy::serve(const net::ready_event& event) {
  if (event.user() == nullptr) return accept_all();
  if (event.user() == this) {
    stopping_ = true;
    return;
  }
  auto& at = *static_cast<proxied_connection::end*>(event.user());
  proxied_connection& owner = *at.owner;
  if (owner.is_over()) return;
  owner.on_ready(at, event, arrived_);
  reschedule(owner);
}

void proxy::accept_all() {
  for (;;) {
    net::socket accepted = listener_.accept();
    if (!accepted.is_open()) return;
    if (!begun_) begin_ = clock::now();
    begun_ = true;
    auto made = std::make_unique<proxied_connection>(settings_, loop_, std::move(accepted), next_seed_, now());
    next_seed_ += 2;
    if (!made->dial(server_)) continue;
    proxied_connection& added = *made;
    connections_.emplace(&added, std::move(made));
    reschedule(added);
  }
}

void proxy::deliver_due() {
  while (!schedule_.empty()) {
    const moment at = now();
    if (schedule_.begin()->first > at) return;
    proxied_connection& due = *schedule_.begin()->second;
    due.deliver(at);
    reschedule(due);
  }
}

void proxy::reschedule(proxied_connection& which) {
  if (which.is_over()) return close(which);
  const std::optional<moment> due = which.due();
  if (due == which.scheduled) return;
  if (which.scheduled) schedule_.erase({*which.scheduled, &which});
  which.scheduled = due;
  if (due) schedule_.emplace(*due, &which);
}

void proxy::close(proxied_connection& which) {
  if (which.scheduled) schedule_.erase({*which.scheduled, &which});
  const auto found = connections_.find(&which);
  closed_.push_back(std::move(found->second));
  connections_.erase(found);
}

}  // namespace pgpipe::app::delay
