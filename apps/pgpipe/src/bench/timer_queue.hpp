#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace pgpipe::app::bench {

class client;

// The moments at which clients want to be called, soonest first. An entry is not taken back when its client no longer
// waits for it: whoever pops it compares its time with what the client says.
class timer_queue {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  struct entry {
    time_point at;
    client* waiting;
  };

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] const entry& next() const { return heap_.front(); }

  void push(time_point at, client& waiting) {
    heap_.push_back({at, &waiting});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }

  entry pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const entry soonest = heap_.back();
    heap_.pop_back();
    return soonest;
  }

 private:
  static bool later(const entry& a, const entry& b) { return a.at > b.at; }

  std::vector<entry> heap_;
};

}  // namespace pgpipe::app::bench
