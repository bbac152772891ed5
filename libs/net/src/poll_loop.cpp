#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

#include <pgpipe/net/poll_loop.hpp>

namespace pgpipe::net {
namespace {

static_assert(POLLIN == EPOLLIN && POLLOUT == EPOLLOUT && POLLERR == EPOLLERR && POLLHUP == EPOLLHUP);

short to_poll_mask(interest wanted) {
  int events = 0;
  if (includes(wanted, interest::readable)) events |= POLLIN;
  if (includes(wanted, interest::writable)) events |= POLLOUT;
  return static_cast<short>(events);
}

tl::unexpected<error> refuse_to_poll(int number) {
  return fail(error_category::io, "poll() cannot watch this: " + std::generic_category().message(number));
}

// What is not open counts as broken, so that the next attempt names the fault.
std::uint32_t to_event_mask(short events) {
  const auto bits = static_cast<std::uint32_t>(static_cast<unsigned short>(events));
  return (bits & POLLNVAL) != 0 ? static_cast<std::uint32_t>(EPOLLERR) : bits;
}

}  // namespace

std::size_t poll_loop::place_of(int fd) const {
  const auto index = static_cast<std::size_t>(fd);
  return fd < 0 || index >= places_.size() ? nowhere : places_[index];
}

result<void> poll_loop::add(int fd, interest wanted, void* user) {
  if (fd < 0) return refuse_to_poll(EBADF);
  if (place_of(fd) != nowhere) return refuse_to_poll(EEXIST);
  if (static_cast<std::size_t>(fd) >= places_.size()) places_.resize(static_cast<std::size_t>(fd) + 1, nowhere);
  places_[static_cast<std::size_t>(fd)] = watched_.size();
  watched_.push_back({fd, to_poll_mask(wanted), 0});
  users_.push_back(user);
  return {};
}

result<void> poll_loop::modify(int fd, interest wanted, void* user) {
  const std::size_t place = place_of(fd);
  if (place == nowhere) return refuse_to_poll(ENOENT);
  watched_[place].events = to_poll_mask(wanted);
  users_[place] = user;
  return {};
}

result<void> poll_loop::remove(int fd) {
  const std::size_t place = place_of(fd);
  if (place == nowhere) return refuse_to_poll(ENOENT);
  places_[static_cast<std::size_t>(watched_.back().fd)] = place;
  places_[static_cast<std::size_t>(fd)] = nowhere;
  watched_[place] = watched_.back();
  users_[place] = users_.back();
  watched_.pop_back();
  users_.pop_back();
  return {};
}

std::span<const ready_event> poll_loop::wait(std::chrono::nanoseconds timeout) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout);
  const timespec limit{seconds.count(), (timeout - seconds).count()};
  int left = ::ppoll(watched_.data(), watched_.size(), timeout.count() < 0 ? nullptr : &limit, nullptr);
  ready_.clear();
  for (std::size_t i = 0; left > 0 && i != watched_.size(); ++i) {
    if (watched_[i].revents == 0) continue;
    ready_.emplace_back(to_event_mask(watched_[i].revents), users_[i]);
    --left;
  }
  return ready_;
}

std::span<const ready_event> poll_loop::wait_until(deadline until) {
  return wait(until == no_deadline ? std::chrono::nanoseconds(-1) : remaining(until));
}

}  // namespace pgpipe::net
