#pragma once

#include <algorithm>
#include <chrono>

namespace pgpipe::app::delay {

// How much later than asked for a sleeping thread wakes, learnt from each sleep that ended with its time. Who must be
// punctual asks to be woken so much earlier, and spends the rest awake; what woke it had happened so much earlier.
class wake_up_delay {
 public:
  using duration = std::chrono::nanoseconds;

  // What a processor may need to come out of its idle state, in a virtual machine too. More than that was the work of
  // others, which does not come again with the next sleep.
  static constexpr duration most = std::chrono::microseconds(200);

  void learn(duration overslept) {
    const duration seen = std::clamp(overslept, duration(0), most);
    typical_ += (seen - typical_) / 8;
    // Rises fast and falls slowly: most sleeps are to end in time.
    late_ += seen > late_ ? (seen - late_) / 4 : (seen - late_) / 32;
  }

  // Of the sleeps lately the average, and what few exceeded.
  [[nodiscard]] duration typical() const { return typical_; }
  [[nodiscard]] duration late() const { return late_; }

 private:
  duration typical_{0};
  duration late_{0};
};

}  // namespace pgpipe::app::delay
