#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>

#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/wait.hpp>

namespace pgpipe::net {
namespace {

// How long a full backlog of a Unix-domain server is left alone: it announces no readiness that could be waited for.
constexpr std::chrono::milliseconds backlog_pause{5};

tl::unexpected<error> dial_error(int number) {
  return fail(error_category::io, std::generic_category().message(number), retry_safety::safe);
}

int set_option(int fd, int level, int name, int value) {
  return ::setsockopt(fd, level, name, &value, sizeof value) == 0 ? 0 : errno;
}

int set_if_given(int fd, int name, std::chrono::milliseconds::rep value) {
  if (value <= 0) return 0;
  constexpr std::chrono::milliseconds::rep most = 0x7fffffff;
  return set_option(fd, IPPROTO_TCP, name, static_cast<int>(std::min(value, most)));
}

int set_tcp_options(int fd, const dial_options& options) {
  if (const int e = set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1)) return e;
  if (const int e = set_if_given(fd, TCP_USER_TIMEOUT, options.tcp_user_timeout.count())) return e;
  if (!options.keepalives) return 0;
  if (const int e = set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1)) return e;
  if (const int e = set_if_given(fd, TCP_KEEPIDLE, options.keepalives_idle.count())) return e;
  if (const int e = set_if_given(fd, TCP_KEEPINTVL, options.keepalives_interval.count())) return e;
  return set_if_given(fd, TCP_KEEPCNT, options.keepalives_count);
}

int set_blocking(int fd) {
  int off = 0;
  return ::ioctl(fd, FIONBIO, &off) == 0 ? 0 : errno;
}

int pending_error(int fd) {
  int number = 0;
  socklen_t size = sizeof number;
  return ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &number, &size) == 0 ? number : errno;
}

tl::unexpected<error> dial_timeout() { return fail(error_category::timeout, "timeout expired", retry_safety::safe); }

}  // namespace

result<started_dial> start_dial(const socket_address& to, const dial_options& options) {
  socket made(::socket(to.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!made.is_open()) return dial_error(errno);
  if (!to.is_unix()) {
    if (const int e = set_tcp_options(made.fd(), options)) return dial_error(e);
  }
  if (::connect(made.fd(), to.data(), to.size()) == 0) {
    if (const int e = set_blocking(made.fd())) return dial_error(e);
    return started_dial{std::move(made), dial_state::connected};
  }
  switch (errno) {
    case EINPROGRESS:
    case EINTR: return started_dial{std::move(made), dial_state::in_progress};
    case EAGAIN:
      if (to.is_unix()) return started_dial{socket(), dial_state::backlog_full};
      return dial_error(EAGAIN);
    default: return dial_error(errno);
  }
}

result<void> finish_dial(const socket& connection) {
  if (const int e = pending_error(connection.fd())) return dial_error(e);
  if (const int e = set_blocking(connection.fd())) return dial_error(e);
  return {};
}

result<socket> dial(const socket_address& to, const dial_options& options, deadline until) {
  for (;;) {
    result<started_dial> started = start_dial(to, options);
    if (!started) return fail(std::move(started).error());
    if (started->state == dial_state::connected) return std::move(started->connection);
    if (started->state == dial_state::backlog_full) {
      if (until != no_deadline && remaining(until) <= backlog_pause) return dial_timeout();
      const timespec pause{0, std::chrono::nanoseconds(backlog_pause).count()};
      ::nanosleep(&pause, nullptr);
      continue;
    }
    const wait_outcome outcome = wait(started->connection.fd(), interest::writable, until);
    if (outcome.timed_out()) return dial_timeout();
    if (outcome.error_number != 0) return dial_error(outcome.error_number);
    const result<void> finished = finish_dial(started->connection);
    if (!finished) return fail(finished.error());
    return std::move(started->connection);
  }
}

}  // namespace pgpipe::net
