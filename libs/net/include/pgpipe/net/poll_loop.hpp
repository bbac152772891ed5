#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include <poll.h>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/deadline.hpp>
#include <pgpipe/net/ready_event.hpp>
#include <pgpipe/net/wait.hpp>

namespace pgpipe::net {

// What epoll_loop does, by poll(), which every system has and no sandbox forbids. Each wait() costs time in proportion
// to the descriptors watched. Call order and lifetimes are those of epoll_loop, but a descriptor must be removed before
// it is closed.
class poll_loop {
 public:
  [[nodiscard]] result<void> add(int fd, interest wanted, void* user);
  [[nodiscard]] result<void> modify(int fd, interest wanted, void* user);
  [[nodiscard]] result<void> remove(int fd);

  // All that is ready, valid until the next call; empty when the timeout passed or a signal came. A negative timeout
  // waits for ever, zero only looks.
  [[nodiscard]] std::span<const ready_event> wait(std::chrono::nanoseconds timeout);
  [[nodiscard]] std::span<const ready_event> wait_until(deadline until);

 private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t place_of(int fd) const;

  std::vector<pollfd> watched_;
  std::vector<void*> users_;         // of the same place in watched_
  std::vector<std::size_t> places_;  // in watched_, by descriptor
  std::vector<ready_event> ready_;
};

}  // namespace pgpipe::net
