#pragma once

#include <csignal>

#include <sys/types.h>

namespace pgpipe::app::compare {

// While it lives, a signal that would end the process (SIGINT, SIGTERM, SIGHUP) ends the run that goes on instead, so
// that the comparison can clean up and end itself. Those that are ignored stay ignored. A second signal does what it
// would have done without this. At most one exists at a time.
class interruption {
 public:
  interruption();
  interruption(const interruption&) = delete;
  interruption& operator=(const interruption&) = delete;
  ~interruption();

  // The signal that came, or 0.
  [[nodiscard]] static int signal();

  // The process that a signal is to end as well; 0 for none.
  static void pass_on_to(pid_t child);
};

}  // namespace pgpipe::app::compare
