#include "bench/result_json.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>

#include "results/hdr_encoding.hpp"
#include "results/hdr_log.hpp"
#include "results/host_facts.hpp"
#include "version.hpp"

namespace pgpipe::app::bench {
namespace {

using json = nlohmann::ordered_json;

double seconds(std::chrono::nanoseconds duration) { return std::chrono::duration<double>(duration).count(); }
double milliseconds(std::chrono::nanoseconds duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

template <typename Number>
json or_null(const std::optional<Number>& value) {
  return value ? json(*value) : json(nullptr);
}

std::string sha256(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) return {};
  std::string hex;
  for (unsigned i = 0; i != size; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

json of_durations(const duration_statistics& durations) {
  return {{"count", durations.count()},
          {"average_ms", durations.average_ms()},
          {"stddev_ms", durations.stddev_ms()},
          {"min_ms", milliseconds(durations.min())},
          {"max_ms", milliseconds(durations.max())},
          {"p50_ms", durations.percentile_ms(50)},
          {"p95_ms", durations.percentile_ms(95)},
          {"p99_ms", durations.percentile_ms(99)},
          {"p999_ms", durations.percentile_ms(99.9)},
          {"hdr", encode_hdr(durations.sizes())}};
}

json of_counts(const transaction_statistics& counted) {
  return {{"processed", counted.processed},
          {"failed", counted.failed()},
          {"serialization_failures", counted.serialization_failures},
          {"deadlock_failures", counted.deadlock_failures},
          {"other_failures", counted.other_failures},
          {"skipped", counted.skipped},
          {"retried", counted.retried},
          {"retries", counted.retries},
          {"late", counted.late}};
}

json of_link(const delay::link_settings& link) {
  json stalls = json::array();
  for (const delay::stall& each : link.stalls) {
    stalls.push_back({{"at_s", seconds(each.at)}, {"lasts_s", seconds(each.lasts)}});
  }
  return {{"rtt_ms", milliseconds(link.rtt)},
          {"jitter_ms", milliseconds(link.jitter)},
          {"bandwidth_bytes_s", or_null(link.bandwidth)},
          {"loss_stall", link.loss_stall},
          {"segment_bytes", or_null(link.segment)},
          {"stalls", stalls}};
}

json of_settings(const options& options, const run_setup& setup, loop_kind loop) {
  const auto window = options.window.depth == 0 ? json(nullptr) : json(options.window.blocks ? "block" : "slide");
  json settings = {{"clients", options.clients}, {"threads", options.threads}};
  settings["transactions_per_client"] = or_null(options.transactions);
  settings["duration_s"] = options.duration ? json(options.duration->count()) : json(nullptr);
  settings["warm_up_s"] = options.warm_up.count();
  settings["query_mode"] = to_string(options.mode);
  settings["scale"] = setup.scale;
  settings["rate"] = or_null(options.rate);
  settings["latency_limit_ms"] = options.latency_limit ? json(milliseconds(*options.latency_limit)) : json(nullptr);
  settings["max_tries"] = options.max_tries;
  settings["connect"] = options.connect;
  settings["describe"] = options.describe;
  settings["think_time"] = options.think_time;
  settings["embedded"] = options.embedded;
  settings["depth"] = options.window.depth == 0 ? json(nullptr) : json(options.window.depth);
  settings["window"] = window;
  settings["sync"] = options.window.atomic ? json("atomic") : json(nullptr);
  settings["loop"] = to_string(loop);
  settings["busy_poll_us"] = options.busy_poll.count();
  settings["link"] = options.link.is_plain() ? json(nullptr) : of_link(options.link);
  json variables = json::object();
  for (const auto& [name, value] : options.variables) variables[name] = value;
  settings["variables"] = variables;
  return settings;
}

json of_host() {
  const host_facts host = find_host_facts();
  return {{"system", host.system},       {"release", host.release},       {"machine", host.machine},
          {"processor", host.processor}, {"processors", host.processors}, {"memory_bytes", host.memory_bytes}};
}

json of_script(const script& ran, int weight, const script_statistics& counted) {
  int statements = 0;
  for (const command& each : ran.commands) {
    statements += each.kind == command_kind::sql || each.kind == command_kind::windowed_sql ? 1 : 0;
  }
  json told = {{"label", ran.label},
               {"weight", weight},
               {"text", ran.source},
               {"sha256", sha256(ran.source)},
               {"statements", statements}};
  told["transactions"] = of_counts(counted.transactions);
  told["latency"] = of_durations(counted.transactions.latency);
  return told;
}

json of_costs(const run_costs& costs) {
  return {{"user_s", seconds(costs.user)},
          {"system_s", seconds(costs.system)},
          {"voluntary_context_switches", costs.voluntary_switches},
          {"involuntary_context_switches", costs.involuntary_switches},
          {"user_cycles", or_null(costs.cycles)},
          {"user_instructions", or_null(costs.instructions)},
          {"sends", costs.calls.sends},
          {"receives", costs.calls.receives},
          {"waits", costs.calls.waits},
          {"bytes_sent", costs.calls.bytes_sent},
          {"bytes_received", costs.calls.bytes_received}};
}

// No latency of an interval exceeded the longest of all, whose bucket may reach further.
json of_interval(const interval_figures& counted, std::chrono::nanoseconds end, std::chrono::nanoseconds longest) {
  const histogram sizes = counted.sizes();
  const auto or_none = [&](double value) { return counted.processed == 0 ? json(nullptr) : json(value); };
  const auto percentile = [&](double percent) {
    return or_none(milliseconds(std::min(sizes.percentile(percent), longest)));
  };
  return {{"end_s", seconds(end)},
          {"processed", counted.processed},
          {"failed", counted.failed},
          {"skipped", counted.skipped},
          {"average_ms", or_none(milliseconds(counted.latency) / static_cast<double>(counted.processed))},
          {"p50_ms", percentile(50)},
          {"p99_ms", percentile(99)},
          {"max_ms", percentile(100)},
          {"hdr", encode_hdr(sizes)}};
}

json of_series(const run_outcome& outcome) {
  std::chrono::nanoseconds longest{0};
  for (const script_statistics& each : outcome.statistics.scripts) {
    longest = std::max(longest, each.transactions.latency.max());
  }
  json points = json::array();
  std::chrono::nanoseconds end{0};
  for (const series_point& each : outcome.series) {
    end = std::min<std::chrono::nanoseconds>(end + series_interval, outcome.benchmark_time);
    interval_figures all;
    for (const interval_figures& script : each) all.merge(script);
    points.push_back(of_interval(all, end, longest));
  }
  return points;
}

json of_totals(const options& options, const run_outcome& outcome) {
  transaction_statistics all;
  for (const script_statistics& each : outcome.statistics.scripts) all.merge(each.transactions);
  const double length = seconds(outcome.benchmark_time);
  json totals = {{"duration_s", length},
                 {"connection_s", seconds(outcome.connection_time)},
                 {"tps", length > 0 ? static_cast<double>(all.processed) / length : 0.0}};
  totals["transactions"] = of_counts(all);
  totals["latency"] = of_durations(all.latency);
  totals["lag"] = options.rate ? of_durations(all.lag) : json(nullptr);
  totals["service"] = options.rate ? of_durations(outcome.statistics.open_loop.service) : json(nullptr);
  totals["dropped"] = outcome.statistics.open_loop.dropped;
  totals["connecting"] = of_durations(outcome.statistics.connecting);
  totals["errors_by_sqlstate"] = outcome.statistics.sqlstates;
  totals["aborted"] = outcome.aborted;
  totals["signal"] = outcome.signal == 0 ? json(nullptr) : json(outcome.signal);
  return totals;
}

}  // namespace

std::string format_result(const options& options, const run_setup& setup, const run_plan& plan,
                          const run_outcome& outcome) {
  json made = {{"format", "pgpipe-bench"}, {"schema_version", result_schema_version}};
  made["tool"] = {{"name", "pgpipe bench"}, {"version", version}};
  made["server"] = {{"version", setup.server_version}};
  made["start_s"] = std::chrono::duration<double>(outcome.start.time_since_epoch()).count();
  made["random_seed"] = std::to_string(options.random_seed);
  made["settings"] = of_settings(options, setup, outcome.loop);
  made["host"] = of_host();
  made["totals"] = of_totals(options, outcome);
  json scripts = json::array();
  for (std::size_t i = 0; i != plan.program.scripts.size(); ++i) {
    scripts.push_back(of_script(plan.program.scripts[i], plan.program.weights[i], outcome.statistics.scripts[i]));
  }
  made["scripts"] = scripts;
  made["client"] = of_costs(outcome.costs);
  made["series"] = of_series(outcome);
  return made.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

std::string format_latency_log(const run_plan& plan, const run_outcome& outcome) {
  std::vector<std::string> tags;
  tags.reserve(plan.program.scripts.size());
  for (const script& each : plan.program.scripts) tags.push_back(each.label);
  hdr_log log(outcome.start, tags, fmt::format("pgpipe bench {}", version));
  std::chrono::nanoseconds begin{0};
  for (const series_point& each : outcome.series) {
    const auto length = std::min<std::chrono::nanoseconds>(series_interval, outcome.benchmark_time - begin);
    std::vector<histogram> latencies;
    for (const interval_figures& script : each) latencies.push_back(script.sizes());
    log.add(begin, length, latencies);
    begin += length;
  }
  return std::move(log).text();
}

}  // namespace pgpipe::app::bench
