#include "bench/run_costs.hpp"

#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace pgpipe::app::bench {
namespace {

std::chrono::nanoseconds to_ns(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

run_costs usage_of_thread() {
  rusage used{};
  ::getrusage(RUSAGE_THREAD, &used);
  run_costs costs;
  costs.user = to_ns(used.ru_utime);
  costs.system = to_ns(used.ru_stime);
  costs.voluntary_switches = used.ru_nvcsw;
  costs.involuntary_switches = used.ru_nivcsw;
  return costs;
}

// Counts the calling thread in user mode, which needs no privilege where counting is allowed at all.
file_descriptor open_counter(std::uint64_t event) {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = event;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return file_descriptor(
      static_cast<int>(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC)));
}

std::optional<std::int64_t> read_counter(const file_descriptor& counter) {
  std::int64_t value = 0;
  if (!counter || ::read(counter.get(), &value, sizeof value) != sizeof value) return std::nullopt;
  return value;
}

std::optional<std::int64_t> sum_of_known(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  if (!a || !b) return std::nullopt;
  return *a + *b;
}

}  // namespace

void kernel_calls::merge(const kernel_calls& other) {
  sends += other.sends;
  receives += other.receives;
  waits += other.waits;
  bytes_sent += other.bytes_sent;
  bytes_received += other.bytes_received;
}

void run_costs::merge(const run_costs& other) {
  user += other.user;
  system += other.system;
  voluntary_switches += other.voluntary_switches;
  involuntary_switches += other.involuntary_switches;
  cycles = sum_of_known(cycles, other.cycles);
  instructions = sum_of_known(instructions, other.instructions);
  calls.merge(other.calls);
}

cost_meter::cost_meter()
    : begin_(usage_of_thread()),
      cycles_(open_counter(PERF_COUNT_HW_CPU_CYCLES)),
      instructions_(open_counter(PERF_COUNT_HW_INSTRUCTIONS)) {}

run_costs cost_meter::read() const {
  run_costs costs = usage_of_thread();
  costs.user -= begin_.user;
  costs.system -= begin_.system;
  costs.voluntary_switches -= begin_.voluntary_switches;
  costs.involuntary_switches -= begin_.involuntary_switches;
  costs.cycles = read_counter(cycles_);
  costs.instructions = read_counter(instructions_);
  return costs;
}

}  // namespace pgpipe::app::bench
