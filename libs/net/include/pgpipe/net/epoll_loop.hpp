#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/deadline.hpp>
#include <pgpipe/net/ready_event.hpp>
#include <pgpipe/net/socket.hpp>
#include <pgpipe/net/wait.hpp>

namespace pgpipe::net {

// Watches many descriptors of one thread, level-triggered. Call order: make(), add() each descriptor with a pointer of
// the caller's, then wait() again and again. Descriptors are neither owned nor closed; one that is closed leaves by
// itself.
class epoll_loop {
 public:
  // At most `events_at_once` are reported by one wait(), the others by the next: more costs only memory.
  [[nodiscard]] static result<epoll_loop> make(std::size_t events_at_once = 256);

  [[nodiscard]] result<void> add(int fd, interest wanted, void* user);
  [[nodiscard]] result<void> modify(int fd, interest wanted, void* user);
  [[nodiscard]] result<void> remove(int fd);

  // What is ready, valid until the next call; empty when the timeout passed or a signal came. Allocates nothing. A
  // negative timeout waits for ever, zero only looks.
  [[nodiscard]] std::span<const ready_event> wait(std::chrono::nanoseconds timeout);
  [[nodiscard]] std::span<const ready_event> wait_until(deadline until);

 private:
  epoll_loop(socket descriptor, std::size_t events_at_once)
      : descriptor_(std::move(descriptor)), events_(events_at_once) {}
  [[nodiscard]] result<void> control(int operation, int fd, interest wanted, void* user);
  [[nodiscard]] int wait_ns(std::chrono::nanoseconds timeout);

  socket descriptor_;
  std::vector<ready_event> events_;
  bool has_pwait2_ = true;
};

}  // namespace pgpipe::net
