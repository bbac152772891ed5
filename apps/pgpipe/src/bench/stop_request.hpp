#pragma once

#include <atomic>

#include <pgpipe/base/result.hpp>

#include "bench/file_descriptor.hpp"

namespace pgpipe::app::bench {

// Tells all threads of a run that it ends now, before its time. A thread that computes asks is_requested(); one that
// waits watches fd(), which becomes readable and stays so. wake() makes it readable without a request.
class stop_request {
 public:
  [[nodiscard]] static result<stop_request> make();

  stop_request(stop_request&& other) noexcept : signal_(other.signal()), event_(std::move(other.event_)) {}

  // In place of a signal's number: a client was aborted, and nobody wants the rest (--exit-on-abort).
  static constexpr int client_aborted = -1;

  // For any thread, and for signal handlers. `signal` is why; only the first one counts.
  void request(int signal) noexcept;

  void wake() noexcept;

  [[nodiscard]] bool is_requested() const { return signal() != 0; }
  [[nodiscard]] int signal() const { return signal_.load(std::memory_order_relaxed); }
  [[nodiscard]] int fd() const { return event_.get(); }

 private:
  explicit stop_request(file_descriptor event) : event_(std::move(event)) {}

  std::atomic<int> signal_{0};
  file_descriptor event_;
};

// Turns the signals that end a program (SIGINT, SIGTERM, SIGHUP) into a request to stop, from begin() for as long as it
// lives. Those that are ignored stay ignored. A second signal does what it would have done without this. Made before
// the threads that a signal may reach; at most one exists at a time, and the request outlives it.
class signals_stop_run {
 public:
  explicit signals_stop_run(stop_request& run);
  signals_stop_run(const signals_stop_run&) = delete;
  signals_stop_run& operator=(const signals_stop_run&) = delete;
  ~signals_stop_run();

  void begin();
};

// "SIGINT", for messages.
[[nodiscard]] const char* signal_name(int signal);

// Ends the process as the signal would have ended it, so that whoever started it sees that.
void end_by_signal(int signal);

}  // namespace pgpipe::app::bench
