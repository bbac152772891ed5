#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/deadline.hpp>
#include <pgpipe/net/wait.hpp>

struct io_uring;
struct io_uring_sqe;

namespace pgpipe::uring {

// What was completed.
enum class operation : std::uint8_t { none, receive, send, ready };

// The end of one operation, or a watched descriptor that is ready.
struct completion {
  void* user = nullptr;
  operation done = operation::none;
  int result = 0;  // of a receive or send: bytes, or minus an error number; of `ready`: a net::interest

  [[nodiscard]] net::interest ready() const { return static_cast<net::interest>(result); }
};

// What a user of loop has in flight, for cancel().
struct in_flight {
  bool receive = false;
  bool send = false;
  bool send_at_once = false;
};

// Moves the bytes of many sockets of one thread by io_uring: what all of them ask for between two waits goes to the
// kernel with the second wait, in one system call. Needs Linux 6.1.
//
// Call order: make(); begin() by the thread that uses it from then on; then, again and again, wait_until() and next()
// until it has nothing more. Between them receive(), send() and send_at_once(), each at most once in flight a user, and
// watch() for descriptors that are only waited for. Memory that an operation was given belongs to the kernel until its
// completion was taken; cancel() ends it before its time, and must come before its descriptor is closed. Users are
// pointers to what is aligned to 8 bytes.
class loop {
 public:
  // `users` sockets at most are expected; with more of them it takes more system calls. An io error where the kernel
  // does not offer what is needed.
  [[nodiscard]] static result<loop> make(std::size_t users);

  loop(loop&&) noexcept;
  loop& operator=(loop&&) noexcept;
  ~loop();

  [[nodiscard]] result<void> begin();

  // Waits for bytes and receives them.
  void receive(int fd, std::span<std::byte> into, void* user);

  // Sends, waiting for room; the completion may tell of a part.
  void send(int fd, std::span<const std::byte> bytes, void* user);

  // Sends without waiting for room. It is over with the next wait, and has no completion when all bytes were taken: a
  // thousand small sends wake nobody. Else the completion tells how many were, or the error. Whether the former is the
  // case is_settled() says while a completion is looked at, given what sends_at() said after the call.
  void send_at_once(int fd, std::span<const std::byte> bytes, void* user);
  [[nodiscard]] std::uint64_t sends_at() const { return harvests_; }
  [[nodiscard]] bool is_settled(std::uint64_t sent_at) const { return looking_at_ > sent_at; }
  // The same at any time, by a system call: its completion's result, which next() no longer brings, or `all`.
  [[nodiscard]] int settle(void* user, int all);

  // Level-triggered, as net::epoll_loop has them.
  [[nodiscard]] result<void> add(int fd, net::interest wanted, void* user);
  [[nodiscard]] result<void> modify(int fd, net::interest wanted, void* user);
  [[nodiscard]] result<void> remove(int fd);

  // Ends what is in flight for this user and waits until it is over; nothing of the user's comes by next() any more.
  // Returns the result of the send, 0 where it has none: what was not told of a send_at_once() was taken.
  [[nodiscard]] int cancel(void* user, in_flight what);

  // Waits until something is complete, a signal came or the time has passed; a time that has passed only looks. `spin`
  // is how long it asks the processor before it sleeps. What is in flight is handed to the kernel in any case.
  void wait_until(net::deadline until, std::chrono::nanoseconds spin = std::chrono::nanoseconds(0));

  // The next completion; false when there is none before another wait.
  [[nodiscard]] bool next(completion& into) {
    while (at_ != harvest_.size()) {
      const harvested& each = harvest_[at_++];
      looking_at_ = each.number;
      if (each.done == operation::none) continue;
      if (each.done == operation::ready) {
        if (take_ready(each, into)) return true;
        continue;
      }
      into = {each.user, each.done, each.result};
      return true;
    }
    looking_at_ = harvests_;
    return false;
  }

  // Whose completion comes by the call of next() after `skipped` others; nullptr when unknown.
  [[nodiscard]] const void* upcoming(std::size_t skipped) const {
    return at_ + skipped < harvest_.size() ? harvest_[at_ + skipped].user : nullptr;
  }

  // System calls since the last question.
  [[nodiscard]] std::int64_t take_calls() { return std::exchange(calls_, 0); }

 private:
  struct harvested {
    void* user;
    std::uint64_t number;  // of the harvest that brought it
    std::uint64_t ticket;  // of a watched descriptor
    int result;
    operation done;
  };
  // A descriptor that is watched, by a poll of one shot that each wait renews.
  struct watched {
    int fd = -1;
    net::interest wanted = net::interest::none;
    void* user = nullptr;
    std::uint32_t generation = 0;  // tells a poll from those of before
    bool polled = false;
  };
  struct close_ring {
    void operator()(io_uring* ring) const;
  };

  explicit loop(std::unique_ptr<io_uring, close_ring> ring) : ring_(std::move(ring)) {}

  [[nodiscard]] io_uring_sqe& next_entry();
  void cancel_operation(std::uint64_t ticket);
  void renew_polls();
  void end_poll(watched& which);
  [[nodiscard]] watched* find(int fd);
  [[nodiscard]] bool take_ready(const harvested& each, completion& into);
  [[nodiscard]] bool take_result(void* user, operation done, int& into);
  void enter(bool waits, net::deadline until);
  [[nodiscard]] bool spin_until(net::deadline until);
  void harvest();
  [[nodiscard]] bool has_harvest() const { return at_ != harvest_.size(); }

  std::unique_ptr<io_uring, close_ring> ring_;
  std::vector<harvested> harvest_;  // those before at_ have been taken
  std::size_t at_ = 0;
  std::uint64_t harvests_ = 0;
  std::uint64_t looking_at_ = 0;
  std::int64_t calls_ = 0;
  std::vector<watched> watched_;
  std::vector<std::uint32_t> places_;  // in watched_, by descriptor
  std::vector<std::uint32_t> free_;    // places that are not used
  std::vector<std::uint32_t> unpolled_;
};

}  // namespace pgpipe::uring
