#include <cerrno>
#include <ctime>

#include <poll.h>

#include <pgpipe/net/wait.hpp>

namespace pgpipe::net {
namespace {

short to_poll_events(interest wanted) {
  int events = 0;
  if (includes(wanted, interest::readable)) events |= POLLIN;
  if (includes(wanted, interest::writable)) events |= POLLOUT;
  return static_cast<short>(events);
}

interest to_interest(short events, interest wanted) {
  if ((events & (POLLERR | POLLHUP | POLLNVAL)) != 0) return wanted;
  interest ready = interest::none;
  if ((events & POLLIN) != 0) ready = ready | interest::readable;
  if ((events & POLLOUT) != 0) ready = ready | interest::writable;
  return ready;
}

timespec to_timespec(std::chrono::nanoseconds duration) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration);
  return {seconds.count(), (duration - seconds).count()};
}

}  // namespace

wait_outcome wait(int fd, interest wanted, deadline until) {
  pollfd watched{fd, to_poll_events(wanted), 0};
  for (;;) {
    timespec timeout{};
    const timespec* limit = nullptr;
    if (until != no_deadline) {
      timeout = to_timespec(remaining(until));
      limit = &timeout;
    }
    const int count = ::ppoll(&watched, 1, limit, nullptr);
    if (count > 0) return {to_interest(watched.revents, wanted), 0};
    if (count == 0) return {};
    if (errno != EINTR) return {interest::none, errno};
  }
}

bool peer_has_closed(int fd) {
  pollfd watched{fd, POLLRDHUP, 0};
  const timespec now{};
  return ::ppoll(&watched, 1, &now, nullptr) > 0;
}

}  // namespace pgpipe::net
