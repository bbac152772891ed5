#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/epoll_loop.hpp>
#include <pgpipe/net/poll_loop.hpp>
#include <pgpipe/uring/loop.hpp>

#include "bench/loop_kind.hpp"

namespace pgpipe::app::bench {

// What one thread waits with. Descriptors are watched alike whichever it is. Then it either tells who is ready, by
// wait(), or moves the bytes too, by ring().
class event_loop {
 public:
  // `kind` is not automatic; `clients` is how many it will serve.
  [[nodiscard]] static result<event_loop> make(loop_kind kind, std::size_t clients);

  // By the thread that uses it from then on.
  [[nodiscard]] result<void> begin();

  [[nodiscard]] loop_kind kind() const;

  [[nodiscard]] result<void> add(int fd, net::interest wanted, void* user);
  [[nodiscard]] result<void> modify(int fd, net::interest wanted, void* user);
  [[nodiscard]] result<void> remove(int fd);

  // Only without ring().
  [[nodiscard]] std::span<const net::ready_event> wait(std::chrono::nanoseconds timeout) {
    if (auto* const epoll = std::get_if<net::epoll_loop>(&loop_)) [[likely]]
      return epoll->wait(timeout);
    return std::get<net::poll_loop>(loop_).wait(timeout);
  }

  // nullptr when the loop only tells who is ready.
  [[nodiscard]] uring::loop* ring() { return std::get_if<uring::loop>(&loop_); }

 private:
  using any_loop = std::variant<net::epoll_loop, net::poll_loop, uring::loop>;
  explicit event_loop(any_loop loop) : loop_(std::move(loop)) {}

  any_loop loop_;
};

// Whether the system offers it, before anything is done to a database. Not asked of an automatic choice.
[[nodiscard]] result<void> check_loop(loop_kind wanted);

// A loop for each thread, all of one kind. An automatic choice falls back in silence, any other is made or refused.
// `clients` says how many each thread serves.
[[nodiscard]] result<std::vector<event_loop>> make_loops(loop_kind wanted, std::span<const std::size_t> clients);

}  // namespace pgpipe::app::bench
