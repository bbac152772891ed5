#include "bench/kept_results.hpp"

#include <utility>

#include <fmt/format.h>

#include "bench/result_json.hpp"

namespace pgpipe::app::bench {
namespace {

result<void> open_if_named(std::optional<whole_file>& file, const std::string& path) {
  if (path.empty()) return {};
  auto opened = whole_file::open(path);
  if (!opened) return fail(opened.error());
  file.emplace(*std::move(opened));
  return {};
}

double measure(const condition& asked, const transaction_statistics& all, double seconds) {
  if (asked.percentile() > 0) return all.latency.percentile_ms(asked.percentile());
  if (asked.metric == "average") return all.latency.average_ms();
  if (asked.metric == "maximum") return static_cast<double>(all.latency.max().count()) / 1e6;
  if (asked.metric == "failed") return static_cast<double>(all.failed());
  return seconds > 0 ? static_cast<double>(all.processed) / seconds : 0;
}

}  // namespace

result<kept_results> kept_results::open(const options& options) {
  kept_results made;
  if (auto json = open_if_named(made.json_, options.json_file); !json) return fail(json.error());
  if (auto log = open_if_named(made.hdr_log_, options.hdr_log_file); !log) return fail(log.error());
  return made;
}

result<void> kept_results::write(const options& options, const run_setup& setup, const run_plan& plan,
                                 const run_outcome& outcome) {
  if (json_) {
    if (auto done = json_->commit(format_result(options, setup, plan, outcome)); !done) return done;
  }
  return hdr_log_ ? hdr_log_->commit(format_latency_log(plan, outcome)) : result<void>();
}

std::optional<std::string> held_condition(const options& options, const run_outcome& outcome) {
  transaction_statistics all;
  for (const script_statistics& each : outcome.statistics.scripts) all.merge(each.transactions);
  const double seconds = std::chrono::duration<double>(outcome.benchmark_time).count();
  for (const condition& each : options.fail_if) {
    if (each.is_latency() && all.processed == 0) {
      return fmt::format("{}: it is not known, no transaction succeeded", each.text);
    }
    const double measured = measure(each, all, seconds);
    if (!each.holds(measured)) continue;
    return fmt::format("{}: it is {:.3f}{}", each.text, measured, each.is_latency() ? " ms" : "");
  }
  return std::nullopt;
}

}  // namespace pgpipe::app::bench
