#include <cerrno>
#include <string>
#include <system_error>

#include <liburing.h>
#include <poll.h>

#include <pgpipe/uring/loop.hpp>

#include "ticket.hpp"

// Watching descriptors: epoll's level-triggered readiness, by polls of one shot.
namespace pgpipe::uring {
namespace {

constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);

unsigned to_poll_events(net::interest wanted) {
  unsigned events = 0;
  if (includes(wanted, net::interest::readable)) events |= POLLIN;
  if (includes(wanted, net::interest::writable)) events |= POLLOUT;
  return events;
}

// What is broken is ready for everything.
int to_interest(int events) {
  if (events < 0 || (events & (POLLERR | POLLHUP)) != 0) return static_cast<int>(net::interest::both);
  net::interest ready = net::interest::none;
  if ((events & POLLIN) != 0) ready = ready | net::interest::readable;
  if ((events & POLLOUT) != 0) ready = ready | net::interest::writable;
  return static_cast<int>(ready);
}

tl::unexpected<error> refuse(int number) {
  return fail(error_category::io, "io_uring cannot watch this: " + std::generic_category().message(number));
}

}  // namespace

loop::watched* loop::find(int fd) {
  const auto index = static_cast<std::size_t>(fd);
  if (fd < 0 || index >= places_.size() || places_[index] == nowhere) return nullptr;
  return &watched_[places_[index]];
}

result<void> loop::add(int fd, net::interest wanted, void* user) {
  if (fd < 0) return refuse(EBADF);
  if (find(fd) != nullptr) return refuse(EEXIST);
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(watched_.size()));
    watched_.emplace_back();
  }
  const std::uint32_t place = free_.back();
  free_.pop_back();
  const auto index = static_cast<std::size_t>(fd);
  if (index >= places_.size()) places_.resize(index + 1, nowhere);
  places_[index] = place;
  watched& made = watched_[place];
  made.fd = fd;
  made.wanted = wanted;
  made.user = user;
  unpolled_.push_back(place);
  return {};
}

result<void> loop::modify(int fd, net::interest wanted, void* user) {
  watched* const which = find(fd);
  if (which == nullptr) return refuse(ENOENT);
  end_poll(*which);
  which->wanted = wanted;
  which->user = user;
  unpolled_.push_back(places_[static_cast<std::size_t>(fd)]);
  return {};
}

result<void> loop::remove(int fd) {
  watched* const which = find(fd);
  if (which == nullptr) return refuse(ENOENT);
  end_poll(*which);
  which->fd = -1;
  free_.push_back(std::exchange(places_[static_cast<std::size_t>(fd)], nowhere));
  return {};
}

// What it may still tell is of an older generation.
void loop::end_poll(watched& which) {
  if (which.polled) cancel_operation(detail::ticket_of(places_[static_cast<std::size_t>(which.fd)], which.generation));
  which.polled = false;
  ++which.generation;
}

void loop::renew_polls() {
  for (const std::uint32_t place : unpolled_) {
    watched& which = watched_[place];
    if (which.fd < 0 || which.polled) continue;
    io_uring_sqe& entry = next_entry();
    ::io_uring_prep_poll_add(&entry, which.fd, to_poll_events(which.wanted));
    ::io_uring_sqe_set_data64(&entry, detail::ticket_of(place, which.generation));
    which.polled = true;
  }
  unpolled_.clear();
}

bool loop::take_ready(const harvested& each, completion& into) {
  const std::size_t place = detail::place_of(each.ticket);
  watched& which = watched_[place];
  if (which.fd < 0 || each.ticket != detail::ticket_of(place, which.generation)) return false;
  which.polled = false;
  unpolled_.push_back(static_cast<std::uint32_t>(place));
  into = {which.user, operation::ready, to_interest(each.result)};
  return true;
}

}  // namespace pgpipe::uring
