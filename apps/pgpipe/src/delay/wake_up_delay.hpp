#pragma once

#include <algorithm>
#include <chrono>

namespace pgpipe::app::delay {

// How much later than asked for a sleeping thread wakes, learnt from each sleep that ended with its time. Who must be
// punctual asks to be woken so much earlier, and spends the rest awake.
class wake_up_delay {
 public:
  using duration = std::chrono::nanoseconds;

  // What a processor may need to come out of its idle state, in a virtual machine too. More than that was the work of
  // others, which does not come again with the next sleep.
  static constexpr duration most = std::chrono::microseconds(200);

  // Rises fast and falls slowly: most sleeps are to end in time.
  void learn(duration overslept) {
    const duration seen = std::clamp(overslept, duration(0), most);
    expected_ += seen > expected_ ? (seen - expected_) / 4 : (seen - expected_) / 32;
  }

  [[nodiscard]] duration expected() const { return expected_; }

 private:
  duration expected_{0};
};

}  // namespace pgpipe::app::delay
