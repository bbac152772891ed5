#include "bench/event_loop.hpp"

#include <algorithm>
#include <string>

namespace pgpipe::app::bench {
namespace {

// With fewer clients a thread there are too few requests a turn for io_uring to pay: see docs/design/0008.
constexpr std::size_t clients_for_ring = 8;

result<std::vector<event_loop>> make_all(loop_kind kind, std::span<const std::size_t> clients) {
  std::vector<event_loop> made;
  for (const std::size_t served : clients) {
    auto next = event_loop::make(kind, served);
    if (!next) return fail(std::move(next).error());
    made.push_back(*std::move(next));
  }
  return made;
}

}  // namespace

result<event_loop> event_loop::make(loop_kind kind, std::size_t clients) {
  if (kind == loop_kind::poll) return event_loop(net::poll_loop());
  if (kind == loop_kind::io_uring) {
    // One more for what stops the run.
    auto made = uring::loop::make(clients + 1);
    if (!made) return fail(error_category::io, "--loop=io_uring cannot be had here: " + made.error().text());
    return event_loop(*std::move(made));
  }
  auto made = net::epoll_loop::make();
  if (!made) return fail(std::move(made).error());
  return event_loop(*std::move(made));
}

result<void> event_loop::begin() {
  if (uring::loop* const own = ring()) return own->begin();
  return {};
}

loop_kind event_loop::kind() const {
  if (std::holds_alternative<uring::loop>(loop_)) return loop_kind::io_uring;
  return std::holds_alternative<net::poll_loop>(loop_) ? loop_kind::poll : loop_kind::epoll;
}

result<void> event_loop::add(int fd, net::interest wanted, void* user) {
  return std::visit([=](auto& loop) { return loop.add(fd, wanted, user); }, loop_);
}

result<void> event_loop::modify(int fd, net::interest wanted, void* user) {
  return std::visit([=](auto& loop) { return loop.modify(fd, wanted, user); }, loop_);
}

result<void> event_loop::remove(int fd) {
  return std::visit([=](auto& loop) { return loop.remove(fd); }, loop_);
}

result<void> check_loop(loop_kind wanted) {
  if (wanted == loop_kind::automatic) return {};
  if (auto made = event_loop::make(wanted, 1); !made) return fail(std::move(made).error());
  return {};
}

result<std::vector<event_loop>> make_loops(loop_kind wanted, std::span<const std::size_t> clients) {
  if (wanted != loop_kind::automatic) return make_all(wanted, clients);
  if (std::ranges::min(clients) >= clients_for_ring) {
    if (auto made = make_all(loop_kind::io_uring, clients)) return made;
  }
  return make_all(loop_kind::epoll, clients);
}

}  // namespace pgpipe::app::bench
