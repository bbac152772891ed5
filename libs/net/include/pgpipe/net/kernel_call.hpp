#pragma once

#include <cstddef>

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// send(), recv() and epoll_wait() as the C library has them, but for one thing: they are no cancellation points. glibc
// brackets a cancellation point with two locked instructions and two calls as soon as the process has a second thread,
// which is a twentieth of what a small request costs here, and nothing in this library is cancelled by
// pthread_cancel().
namespace pgpipe::net::kernel_call {

[[nodiscard]] inline ssize_t send(int fd, const void* from, std::size_t size, int flags) {
  return ::syscall(SYS_sendto, fd, from, size, flags, nullptr, 0);
}

[[nodiscard]] inline ssize_t recv(int fd, void* into, std::size_t size, int flags) {
  return ::syscall(SYS_recvfrom, fd, into, size, flags, nullptr, nullptr);
}

[[nodiscard]] inline int epoll_wait(int epoll, epoll_event* events, int most, int timeout_ms) {
  return static_cast<int>(::syscall(SYS_epoll_pwait, epoll, events, most, timeout_ms, nullptr, 0));
}

}  // namespace pgpipe::net::kernel_call
