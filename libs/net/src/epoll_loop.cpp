#include <cerrno>
#include <ctime>
#include <system_error>

#include <pgpipe/net/epoll_loop.hpp>
#include <pgpipe/net/kernel_call.hpp>

namespace pgpipe::net {
namespace {

std::uint32_t to_epoll_events(interest wanted) {
  std::uint32_t events = 0;
  if (includes(wanted, interest::readable)) events |= EPOLLIN;
  if (includes(wanted, interest::writable)) events |= EPOLLOUT;
  return events;
}

tl::unexpected<error> epoll_error(const char* doing) {
  return fail(error_category::io, std::string(doing) + " failed: " + std::generic_category().message(errno));
}

}  // namespace

result<epoll_loop> epoll_loop::make(std::size_t events_at_once) {
  if (events_at_once == 0) return fail(error_category::usage, "an event loop must report at least one event at once");
  socket descriptor(::epoll_create1(EPOLL_CLOEXEC));
  if (!descriptor.is_open()) return epoll_error("epoll_create1()");
  return epoll_loop(std::move(descriptor), events_at_once);
}

result<void> epoll_loop::add(int fd, interest wanted, void* user) { return control(EPOLL_CTL_ADD, fd, wanted, user); }

result<void> epoll_loop::modify(int fd, interest wanted, void* user) {
  return control(EPOLL_CTL_MOD, fd, wanted, user);
}

result<void> epoll_loop::remove(int fd) { return control(EPOLL_CTL_DEL, fd, interest::none, nullptr); }

result<void> epoll_loop::control(int operation, int fd, interest wanted, void* user) {
  epoll_event event{};
  event.events = to_epoll_events(wanted);
  event.data.ptr = user;
  if (::epoll_ctl(descriptor_.fd(), operation, fd, &event) != 0) return epoll_error("epoll_ctl()");
  return {};
}

std::span<const ready_event> epoll_loop::wait(std::chrono::nanoseconds timeout) {
  const int count = wait_ns(timeout);
  return {events_.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

std::span<const ready_event> epoll_loop::wait_until(deadline until) {
  return wait(until == no_deadline ? std::chrono::nanoseconds(-1) : remaining(until));
}

int epoll_loop::wait_ns(std::chrono::nanoseconds timeout) {
  static_assert(sizeof(ready_event) == sizeof(epoll_event));
  epoll_event* events = &events_.front().raw_;
  const int most = static_cast<int>(events_.size());
  if (timeout.count() <= 0)
    return kernel_call::epoll_wait(descriptor_.fd(), events, most, timeout.count() < 0 ? -1 : 0);
  if (has_pwait2_) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout);
    const timespec limit{seconds.count(), (timeout - seconds).count()};
    const int count = ::epoll_pwait2(descriptor_.fd(), events, most, &limit, nullptr);
    if (count >= 0 || errno != ENOSYS) return count;
    has_pwait2_ = false;  // Linux before 5.11, and some sandboxes
  }
  const auto rounded_up = std::chrono::ceil<std::chrono::milliseconds>(timeout);
  const auto limit = std::min<std::chrono::milliseconds::rep>(rounded_up.count(), 0x7fffffff);
  return kernel_call::epoll_wait(descriptor_.fd(), events, most, static_cast<int>(limit));
}

}  // namespace pgpipe::net
