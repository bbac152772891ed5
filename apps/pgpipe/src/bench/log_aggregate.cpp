#include "bench/log_aggregate.hpp"

#include <iterator>

#include <fmt/compile.h>
#include <fmt/format.h>

namespace pgpipe::app::bench {
namespace {

void append_durations(std::string& text, const duration_statistics& durations) {
  constexpr double ns_per_us = 1e3;
  const auto us = [](std::chrono::nanoseconds duration) { return static_cast<double>(duration.count()) / ns_per_us; };
  fmt::format_to(std::back_inserter(text), FMT_COMPILE(" {:.0f} {:.0f} {:.0f} {:.0f}"), us(durations.sum()),
                 durations.sum_squares_ns2() / (ns_per_us * ns_per_us), us(durations.min()), us(durations.max()));
}

}  // namespace

void log_aggregate::add(const logged_transaction& transaction, std::string& text) {
  close_intervals(transaction.end, text);
  switch (transaction.ended) {
    case logged_transaction::outcome::skipped: ++counted_.skipped; return;
    case logged_transaction::outcome::failed: counted_.add_failed(transaction.why); break;
    case logged_transaction::outcome::processed:
      counted_.add_processed(transaction.latency);
      if (transaction.lag) counted_.lag.add(*transaction.lag);
      break;
  }
  if (const std::int64_t retries = transaction.retries.value_or(0); retries > 0) {
    ++counted_.retried;
    counted_.retries += retries;
  }
}

void log_aggregate::finish(time_point end, std::string& text) {
  close_intervals(end, text);
  append_line(text);
  counted_ = {};
}

void log_aggregate::close_intervals(time_point now, std::string& text) {
  while (start_ + settings_.interval <= now) {
    append_line(text);
    counted_ = {};
    start_ += settings_.interval;
  }
}

void log_aggregate::append_line(std::string& text) const {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, FMT_COMPILE("{} {}"), start_.time_since_epoch().count(), counted_.processed);
  append_durations(text, counted_.latency);
  append_durations(text, counted_.lag);
  fmt::format_to(out, FMT_COMPILE(" {} {} {} {} {}"), counted_.skipped, counted_.retried, counted_.retries,
                 counted_.serialization_failures, counted_.deadlock_failures);
  if (settings_.other_failures) fmt::format_to(out, FMT_COMPILE(" {}"), counted_.other_failures);
  text += '\n';
}

}  // namespace pgpipe::app::bench
