#include "bench/series.hpp"

#include <algorithm>

namespace pgpipe::app::bench {
namespace {

interval_figures difference(const transaction_statistics& now, const transaction_statistics& before) {
  interval_figures made;
  made.processed = now.processed - before.processed;
  made.failed = now.failed() - before.failed();
  made.skipped = now.skipped - before.skipped;
  made.latency = now.latency.sum() - before.latency.sum();
  packed_histogram sizes;
  now.latency.sizes().for_each_difference(
      before.latency.sizes(), [&](std::int64_t lowest, std::int64_t count) { sizes.append(lowest, count); });
  if (!sizes.empty()) made.latencies.push_back(std::move(sizes));
  return made;
}

}  // namespace

void interval_figures::merge(const interval_figures& other) {
  processed += other.processed;
  failed += other.failed;
  skipped += other.skipped;
  latency += other.latency;
  latencies.insert(latencies.end(), other.latencies.begin(), other.latencies.end());
}

histogram interval_figures::sizes() const {
  histogram all;
  for (const packed_histogram& each : latencies) each.add_to(all);
  return all;
}

void series_recorder::end_intervals(time_point now, const std::vector<script_statistics>& counted) {
  add(counted);
  for (due_ += series_interval; due_ <= now; due_ += series_interval) points_.emplace_back(seen_.size());
}

void series_recorder::add(const std::vector<script_statistics>& counted) {
  series_point& point = points_.emplace_back();
  for (std::size_t i = 0; i != seen_.size(); ++i) {
    const transaction_statistics& now = counted[i].transactions;
    point.push_back(difference(now, seen_[i]));
    seen_[i] = now;
  }
}

void merge_series(std::vector<series_point>& all, std::span<const series_point> more) {
  if (all.size() < more.size()) all.resize(more.size());
  for (std::size_t i = 0; i != more.size(); ++i) {
    all[i].resize(std::max(all[i].size(), more[i].size()));
    for (std::size_t script = 0; script != more[i].size(); ++script) all[i][script].merge(more[i][script]);
  }
}

void fit_series(std::vector<series_point>& all, std::chrono::nanoseconds length, std::size_t scripts) {
  constexpr std::chrono::nanoseconds interval = series_interval;
  const auto wanted =
      static_cast<std::size_t>(std::max<std::int64_t>(0, (length + interval).count() - 1) / interval.count());
  while (all.size() > std::max<std::size_t>(wanted, 1)) {
    const series_point last = std::move(all.back());
    all.pop_back();
    for (std::size_t script = 0; script != last.size(); ++script) all.back()[script].merge(last[script]);
  }
  all.resize(wanted);
  for (series_point& each : all) each.resize(scripts);
}

}  // namespace pgpipe::app::bench
