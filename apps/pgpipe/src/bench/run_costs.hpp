#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "bench/file_descriptor.hpp"

namespace pgpipe::app::bench {

// What the loop asked of the kernel, and the bytes that came of it: without those of TLS.
struct kernel_calls {
  std::int64_t sends = 0;
  std::int64_t receives = 0;
  std::int64_t waits = 0;
  std::int64_t bytes_sent = 0;
  std::int64_t bytes_received = 0;

  void merge(const kernel_calls& other);
  [[nodiscard]] std::int64_t count() const { return sends + receives + waits; }
};

// What running the clients cost this program, without connecting them.
struct run_costs {
  std::chrono::nanoseconds user{0};
  std::chrono::nanoseconds system{0};
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  std::optional<std::int64_t> cycles;  // in user mode; nothing where the kernel does not tell
  std::optional<std::int64_t> instructions;
  kernel_calls calls;

  // Of two parts that were both measured.
  void merge(const run_costs& other);
};

// Measures the calling thread from its making on. The processor's counters are asked for where the kernel offers them.
class cost_meter {
 public:
  cost_meter();
  // Since it was made; `calls` are left to the caller.
  [[nodiscard]] run_costs read() const;

 private:
  run_costs begin_;
  file_descriptor cycles_;
  file_descriptor instructions_;
};

}  // namespace pgpipe::app::bench
