#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <liburing.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <pgpipe/uring/loop.hpp>

#include "ticket.hpp"

namespace pgpipe::uring {
namespace {

// Half of it is enough for the send and the receive of every user in one turn; more entries only cost memory.
constexpr std::size_t most_entries = 8192;

// A receive, a send, a poll, and the cancelling of one of them: no completion then finds the queue full.
constexpr std::size_t completions_a_user = 4;

// COOP_TASKRUN came with 5.19 and DEFER_TASKRUN with 6.1: with it nothing happens behind the thread's back, and an
// operation that completes interrupts nobody. With SUBMIT_ALL one that is refused does not hold up those behind it.
constexpr unsigned setup_flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG |
                                 IORING_SETUP_SUBMIT_ALL | IORING_SETUP_R_DISABLED | IORING_SETUP_CQSIZE |
                                 IORING_SETUP_CLAMP;

constexpr unsigned needed_features = IORING_FEAT_NODROP | IORING_FEAT_EXT_ARG | IORING_FEAT_CQE_SKIP;

tl::unexpected<error> refuse(const char* doing, int number) {
  return fail(error_category::io, std::string(doing) + " failed: " + std::generic_category().message(number));
}

__kernel_timespec to_timespec(std::chrono::nanoseconds duration) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration);
  return {seconds.count(), (duration - seconds).count()};
}

// The system calls that end early, to be made again.
bool is_passing(int outcome) { return outcome == -EINTR || outcome == -EAGAIN || outcome == -EBUSY; }

}  // namespace

void loop::close_ring::operator()(io_uring* ring) const {
  ::io_uring_queue_exit(ring);
  delete ring;
}

loop::loop(loop&&) noexcept = default;
loop& loop::operator=(loop&&) noexcept = default;
loop::~loop() = default;

result<loop> loop::make(std::size_t users) {
  io_uring_params parameters{};
  parameters.flags = setup_flags;
  const std::size_t expected = std::min(users, most_entries);
  const auto entries = static_cast<unsigned>(std::min(2 * expected + 16, most_entries));
  parameters.cq_entries = std::max(static_cast<unsigned>(completions_a_user * expected + 64), entries);
  auto made = std::make_unique<io_uring>();
  if (const int outcome = ::io_uring_queue_init_params(entries, made.get(), &parameters); outcome < 0) {
    if (outcome == -EINVAL) return fail(error_category::io, "the kernel's io_uring is older than Linux 6.1");
    return refuse("io_uring_setup()", -outcome);
  }
  loop ready(std::unique_ptr<io_uring, close_ring>(made.release()));
  if ((parameters.features & needed_features) != needed_features) {
    return fail(error_category::io, "the kernel's io_uring lacks what is needed");
  }
  return ready;
}

result<void> loop::begin() {
  // liburing 2.3 declares a function for it, which its shared library does not have.
  if (::syscall(SYS_io_uring_register, ring_->ring_fd, IORING_REGISTER_ENABLE_RINGS, nullptr, 0) != 0) {
    return refuse("io_uring_register()", errno);
  }
  // Spares looking the descriptor up with each call; without it everything works too.
  std::ignore = ::io_uring_register_ring_fd(ring_.get());
  return {};
}

io_uring_sqe& loop::next_entry() {
  io_uring_sqe* entry = ::io_uring_get_sqe(ring_.get());
  while (entry == nullptr) {
    ++calls_;
    ::io_uring_submit(ring_.get());
    entry = ::io_uring_get_sqe(ring_.get());
  }
  return *entry;
}

// Nothing can have arrived yet, since a request or an answer is on its way: the kernel need not try before it waits.
void loop::receive(int fd, std::span<std::byte> into, void* user) {
  io_uring_sqe& entry = next_entry();
  ::io_uring_prep_recv(&entry, fd, into.data(), into.size(), 0);
  entry.ioprio |= IORING_RECVSEND_POLL_FIRST;
  ::io_uring_sqe_set_data64(&entry, detail::ticket_of(user, operation::receive));
}

void loop::send(int fd, std::span<const std::byte> bytes, void* user) {
  io_uring_sqe& entry = next_entry();
  ::io_uring_prep_send(&entry, fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  ::io_uring_sqe_set_data64(&entry, detail::ticket_of(user, operation::send));
}

// MSG_WAITALL makes a part that was sent a failure, which is told.
void loop::send_at_once(int fd, std::span<const std::byte> bytes, void* user) {
  io_uring_sqe& entry = next_entry();
  ::io_uring_prep_send(&entry, fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT | MSG_WAITALL);
  entry.flags |= IOSQE_CQE_SKIP_SUCCESS;
  ::io_uring_sqe_set_data64(&entry, detail::ticket_of(user, operation::send));
}

int loop::settle(void* user, int all) {
  enter(false, net::no_deadline);
  harvest();
  int result = all;
  std::ignore = take_result(user, operation::send, result);
  return result;
}

void loop::cancel_operation(std::uint64_t ticket) {
  io_uring_sqe& entry = next_entry();
  ::io_uring_prep_cancel64(&entry, ticket, 0);
  entry.flags |= IOSQE_CQE_SKIP_SUCCESS;
  ::io_uring_sqe_set_data64(&entry, 0);
}

int loop::cancel(void* user, in_flight what) {
  if (what.receive) cancel_operation(detail::ticket_of(user, operation::receive));
  if (what.send) cancel_operation(detail::ticket_of(user, operation::send));
  int sent = 0;
  int received = 0;
  // One that was complete before it was cancelled may have been harvested already.
  if (what.receive && take_result(user, operation::receive, received)) what.receive = false;
  if (what.send && take_result(user, operation::send, sent)) what.send = false;
  do {
    enter(what.receive || what.send, net::no_deadline);
    harvest();
    if (what.receive && take_result(user, operation::receive, received)) what.receive = false;
    if (what.send && take_result(user, operation::send, sent)) what.send = false;
  } while (what.receive || what.send);
  if (what.send_at_once) std::ignore = take_result(user, operation::send, sent);
  return sent;
}

// True when there was such a completion, which next() then passes over.
bool loop::take_result(void* user, operation done, int& into) {
  for (std::size_t i = at_; i != harvest_.size(); ++i) {
    harvested& each = harvest_[i];
    if (each.user != user || each.done != done) continue;
    into = each.result;
    each.done = operation::none;
    return true;
  }
  return false;
}

void loop::wait_until(net::deadline until, std::chrono::nanoseconds spin) {
  renew_polls();
  const bool waits = !has_harvest() && (until == net::no_deadline || until > std::chrono::steady_clock::now());
  if (waits && spin.count() > 0) {
    const auto now = std::chrono::steady_clock::now();
    if (spin_until(until - now > spin ? now + spin : until)) return;
  }
  enter(waits, until);
  harvest();
}

// False when nothing was complete by then.
bool loop::spin_until(net::deadline until) {
  do {
    const unsigned flags = IO_URING_READ_ONCE(*ring_->sq.kflags);
    const bool has_work = (flags & (IORING_SQ_TASKRUN | IORING_SQ_CQ_OVERFLOW)) != 0;
    if (has_work || ::io_uring_sq_ready(ring_.get()) != 0 || ::io_uring_cq_ready(ring_.get()) != 0) {
      enter(false, until);
      harvest();
      if (has_harvest()) return true;
    }
    __builtin_ia32_pause();
  } while (std::chrono::steady_clock::now() < until);
  return false;
}

// Hands over what was asked for, and runs what the kernel has to do in this thread.
void loop::enter(bool waits, net::deadline until) {
  int outcome = 0;
  do {
    ++calls_;
    if (!waits) {
      outcome = ::io_uring_submit_and_get_events(ring_.get());
    } else if (until == net::no_deadline) {
      outcome = ::io_uring_submit_and_wait(ring_.get(), 1);
    } else {
      __kernel_timespec left = to_timespec(net::remaining(until));
      io_uring_cqe* first = nullptr;
      outcome = ::io_uring_submit_and_wait_timeout(ring_.get(), &first, 1, &left, nullptr);
    }
  } while (::io_uring_sq_ready(ring_.get()) != 0 && (outcome >= 0 || is_passing(outcome)));
}

void loop::harvest() {
  if (!has_harvest()) {
    harvest_.clear();
    at_ = 0;
  }
  ++harvests_;
  for (;;) {
    unsigned head = 0;
    unsigned count = 0;
    io_uring_cqe* each = nullptr;
    io_uring_for_each_cqe(ring_.get(), head, each) {
      ++count;
      const std::uint64_t data = ::io_uring_cqe_get_data64(each);
      const auto done = static_cast<operation>(data & detail::operation_bits);
      if (done == operation::none) continue;
      if (done == operation::ready) {
        if (each->res != -ECANCELED) harvest_.push_back({nullptr, harvests_, data, each->res, done});
      } else {
        harvest_.push_back({reinterpret_cast<void*>(data & ~detail::operation_bits), harvests_, 0, each->res, done});
      }
    }
    ::io_uring_cq_advance(ring_.get(), count);
    // Those that found no room: all are wanted before anything is asked for that is told of behind them.
    if ((IO_URING_READ_ONCE(*ring_->sq.kflags) & IORING_SQ_CQ_OVERFLOW) == 0) return;
    ++calls_;
    std::ignore = ::io_uring_get_events(ring_.get());
  }
}

}  // namespace pgpipe::uring
