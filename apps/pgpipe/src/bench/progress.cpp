#include "bench/progress.hpp"

#include <cstdio>
#include <iterator>

#include <fmt/format.h>

#include "bench/statistics.hpp"

namespace pgpipe::app::bench {

live_counters::snapshot& live_counters::snapshot::operator+=(const snapshot& other) {
  processed += other.processed;
  failed += other.failed;
  skipped += other.skipped;
  retried += other.retried;
  retries += other.retries;
  latency_ns += other.latency_ns;
  latency_squares_ns2 += other.latency_squares_ns2;
  lag_ns += other.lag_ns;
  return *this;
}

live_counters::snapshot& live_counters::snapshot::operator-=(const snapshot& other) {
  processed -= other.processed;
  failed -= other.failed;
  skipped -= other.skipped;
  retried -= other.retried;
  retries -= other.retries;
  latency_ns -= other.latency_ns;
  latency_squares_ns2 -= other.latency_squares_ns2;
  lag_ns -= other.lag_ns;
  return *this;
}

live_counters::snapshot live_counters::read() const {
  constexpr auto relaxed = std::memory_order_relaxed;
  snapshot now;
  now.processed = processed_.load(relaxed);
  now.failed = failed_.load(relaxed);
  now.skipped = skipped_.load(relaxed);
  now.retried = retried_.load(relaxed);
  now.retries = retries_.load(relaxed);
  now.latency_ns = latency_ns_.load(relaxed);
  now.latency_squares_ns2 = latency_squares_ns2_.load(relaxed);
  now.lag_ns = lag_ns_.load(relaxed);
  return now;
}

std::string format_progress(const progress_settings& settings, std::chrono::nanoseconds time,
                            std::chrono::nanoseconds interval, const live_counters::snapshot& counted) {
  using seconds = std::chrono::duration<double>;
  const auto average_ms = [&](double sum_ns) {
    return counted.processed > 0 ? sum_ns / static_cast<double>(counted.processed) / 1e6 : 0.0;
  };
  const double tps = static_cast<double>(counted.processed) / seconds(interval).count();
  std::string line =
      fmt::format("progress: {:.{}f} s, {:.1f} tps, lat {:.3f} ms stddev {:.3f}, {} failed", seconds(time).count(),
                  settings.timestamp ? 3 : 1, tps, average_ms(counted.latency_ns),
                  stddev_ms(counted.processed, counted.latency_ns, counted.latency_squares_ns2), counted.failed);
  const auto end = std::back_inserter(line);
  if (settings.throttled) {
    fmt::format_to(end, ", lag {:.3f} ms", average_ms(counted.lag_ns));
    if (settings.latency_limit) fmt::format_to(end, ", {} skipped", counted.skipped);
  }
  if (settings.retries) fmt::format_to(end, ", {} retried, {} retries", counted.retried, counted.retries);
  line += '\n';
  return line;
}

progress_reporter::progress_reporter(const progress_settings& settings, std::span<const live_counters> threads,
                                     time_point start)
    : settings_(settings),
      threads_(threads),
      start_(start + settings.warm_up),
      last_report_(start_),
      due_(settings.interval.count() > 0 ? start : time_point::max()) {
  schedule(start);
}

void progress_reporter::report(time_point now) {
  if (now < due_) return;
  if (now <= start_) {
    report_warm_up(now);
  } else {
    report_counted(now);
  }
  schedule(now);
}

// The first line that counts something comes a whole interval after the warm-up.
void progress_reporter::schedule(time_point now) {
  if (due_ == time_point::max()) return;
  while (due_ <= now) due_ += settings_.interval;
  if (due_ - settings_.interval < start_ && due_ >= start_) due_ = start_ + settings_.interval;
}

void progress_reporter::report_warm_up(time_point now) const {
  const std::string line =
      fmt::format("progress: warming up, {:.1f} s left\n", std::chrono::duration<double>(start_ - now).count());
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void progress_reporter::report_counted(time_point now) {
  live_counters::snapshot total;
  for (const live_counters& thread : threads_) total += thread.read();
  live_counters::snapshot counted = total;
  counted -= last_;
  const std::chrono::nanoseconds time =
      settings_.timestamp ? std::chrono::system_clock::now().time_since_epoch() : now - start_;
  const std::string line = format_progress(settings_, time, now - last_report_, counted);
  std::fwrite(line.data(), 1, line.size(), stderr);
  last_ = total;
  last_report_ = now;
}

}  // namespace pgpipe::app::bench
