#pragma once

#include <csignal>

#include <sys/types.h>

namespace pgpipe::app {

// The supervisors that this process must end before it ends itself, where a signal handler can reach them.
namespace running_clusters {

// Returns the place in the table, or -1 when it is full.
[[nodiscard]] int add(int control, pid_t supervisor);

// The owner's end of the supervisor's control socket; -1 once it is stopped.
[[nodiscard]] int control_of(int slot);

// Tells the supervisor to clean up and waits until it has.
void stop(int slot);

}  // namespace running_clusters

// Holds back the signals that end the process from this thread for a scope: between making something and noting that it
// must be cleaned up.
class ending_signals_held {
 public:
  ending_signals_held();
  ending_signals_held(const ending_signals_held&) = delete;
  ending_signals_held& operator=(const ending_signals_held&) = delete;
  ~ending_signals_held();

 private:
  sigset_t before_{};
};

// Makes SIGINT, SIGTERM and SIGHUP stop every running cluster before they end the process, as they would have without
// it: by the signal, with nothing further said. Those that are ignored stay ignored. For a program's main(); call it
// before the first cluster starts.
void stop_clusters_on_signals();

}  // namespace pgpipe::app
