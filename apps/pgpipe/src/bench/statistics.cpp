#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace pgpipe::app::bench {
namespace {

constexpr double ns_per_ms = 1e6;

template <typename Element>
void merge_each(std::vector<Element>& into, const std::vector<Element>& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) into[i].merge(from[i]);
}

}  // namespace

double stddev_ms(std::int64_t count, double sum_ns, double sum_squares_ns2) {
  if (count == 0) return 0;
  const double mean = sum_ns / static_cast<double>(count);
  // Equal values may differ from their mean's square by a rounding error, to either side.
  return std::sqrt(std::max(0.0, sum_squares_ns2 / static_cast<double>(count) - mean * mean)) / ns_per_ms;
}

void duration_statistics::merge(const duration_statistics& other) {
  if (other.count_ == 0) return;
  min_ns_ = count_ == 0 ? other.min_ns_ : std::min(min_ns_, other.min_ns_);
  max_ns_ = count_ == 0 ? other.max_ns_ : std::max(max_ns_, other.max_ns_);
  count_ += other.count_;
  sum_ns_ += other.sum_ns_;
  sum_squares_ns2_ += other.sum_squares_ns2_;
  sizes_.merge(other.sizes_);
}

double duration_statistics::average_ms() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_ns_) / static_cast<double>(count_) / ns_per_ms;
}

double duration_statistics::stddev_ms() const {
  return bench::stddev_ms(count_, static_cast<double>(sum_ns_), sum_squares_ns2_);
}

// No duration exceeded the longest, whose bucket may reach further.
double duration_statistics::percentile_ms(double percent) const {
  return static_cast<double>(std::min(sizes_.percentile(percent).count(), max_ns_)) / ns_per_ms;
}

void transaction_statistics::add_failed(failure kind) {
  switch (kind) {
    case failure::serialization: ++serialization_failures; break;
    case failure::deadlock: ++deadlock_failures; break;
    case failure::other: ++other_failures; break;
  }
}

void transaction_statistics::merge(const transaction_statistics& other) {
  processed += other.processed;
  skipped += other.skipped;
  serialization_failures += other.serialization_failures;
  deadlock_failures += other.deadlock_failures;
  other_failures += other.other_failures;
  retried += other.retried;
  retries += other.retries;
  late += other.late;
  latency.merge(other.latency);
  lag.merge(other.lag);
}

// Threads have schedules of their own, whose worst moments need not be the same: the sum is an upper bound.
void open_loop_statistics::merge(const open_loop_statistics& other) {
  service.merge(other.service);
  late_starts += other.late_starts;
  most_waiting += other.most_waiting;
  dropped += other.dropped;
}

void command_statistics::merge(const command_statistics& other) {
  latency.merge(other.latency);
  failures += other.failures;
  retries += other.retries;
}

void script_statistics::merge(const script_statistics& other) {
  transactions.merge(other.transactions);
  merge_each(commands, other.commands);
}

thread_statistics::thread_statistics(const std::vector<std::size_t>& commands) : scripts(commands.size()) {
  for (std::size_t i = 0; i < commands.size(); ++i) scripts[i].commands.resize(commands[i]);
}

void thread_statistics::merge(const thread_statistics& other) {
  merge_each(scripts, other.scripts);
  open_loop.merge(other.open_loop);
  connecting.merge(other.connecting);
  for (const auto& [sqlstate, count] : other.sqlstates) sqlstates[sqlstate] += count;
}

}  // namespace pgpipe::app::bench
