#pragma once

#include <cstdint>

#include <sys/epoll.h>

#include <pgpipe/net/wait.hpp>

namespace pgpipe::net {

// One descriptor that is ready, and what it was added with.
class ready_event {
 public:
  ready_event() = default;
  ready_event(std::uint32_t events, void* user) : raw_{.events = events, .data = {.ptr = user}} {}

  [[nodiscard]] void* user() const { return raw_.data.ptr; }

  // A broken or closed connection counts as ready in both directions, since the next attempt names the fault.
  [[nodiscard]] bool is_readable() const { return (raw_.events & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0; }
  [[nodiscard]] bool is_writable() const { return (raw_.events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) != 0; }

  [[nodiscard]] interest ready() const {
    return (is_readable() ? interest::readable : interest::none) |
           (is_writable() ? interest::writable : interest::none);
  }

 private:
  friend class epoll_loop;
  epoll_event raw_;
};

}  // namespace pgpipe::net
