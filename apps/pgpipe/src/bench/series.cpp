#include "bench/series.hpp"

#include <utility>

namespace pgpipe::app::bench {
namespace {

constexpr std::chrono::seconds interval{1};

}  // namespace

series_recorder::series_recorder(std::span<const live_counters> threads, time_point start)
    : threads_(threads), start_(start), due_(start + interval) {}

void series_recorder::note(time_point now) {
  if (now < due_) return;
  add(now);
  while (due_ <= now) due_ += interval;
}

std::vector<series_point> series_recorder::finish(time_point now) {
  if (now > start_) add(now);
  return std::move(points_);
}

void series_recorder::add(time_point now) {
  live_counters::snapshot all;
  for (const live_counters& each : threads_) all += each.read();
  live_counters::snapshot counted = all;
  counted -= last_;
  last_ = all;
  points_.push_back({now - start_, counted});
}

}  // namespace pgpipe::app::bench
