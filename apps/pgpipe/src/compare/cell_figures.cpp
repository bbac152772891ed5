#include "compare/cell_figures.hpp"

namespace pgpipe::app::compare {
namespace {

template <typename Take>
std::optional<double> median_of(const cell& measured, Take take) {
  std::vector<double> values;
  for (const sample& each : measured.samples) {
    if (const std::optional<double> value = take(each)) values.push_back(*value);
  }
  return values.empty() ? std::nullopt : std::optional(median(std::move(values)));
}

std::optional<double> share(std::optional<double> all, double count, double factor = 1) {
  return all && count > 0 ? std::optional(*all / count * factor) : std::nullopt;
}

// The kernel knows a thread's CPU well, but tells user from system by what its ticks happen to meet, which are few in a
// short run. Hence the median of the sum, parted as all rounds together are.
void set_cpu(cell_figures& into, const cell& measured) {
  const auto both = median_of(measured, [](const sample& s) {
    return s.user_s && s.system_s ? share(*s.user_s + *s.system_s, s.statements, 1e6) : std::nullopt;
  });
  if (!both) return;
  double user = 0;
  double all = 0;
  for (const sample& each : measured.samples) {
    user += each.user_s.value_or(0);
    all += each.user_s.value_or(0) + each.system_s.value_or(0);
  }
  into.user_us = all > 0 ? *both * user / all : 0;
  into.system_us = *both - *into.user_us;
}

}  // namespace

cell_figures figures_of(const cell& measured) {
  const auto of = [&](auto take) { return median_of(measured, take); };
  cell_figures made;
  made.tps = of([](const sample& s) { return std::optional(s.tps); }).value_or(0);
  made.statements_s = of([](const sample& s) { return share(s.tps * s.statements, s.transactions); }).value_or(0);
  made.average_ms = of([](const sample& s) { return s.average_ms; });
  made.p50_ms = of([](const sample& s) { return s.p50_ms; });
  made.p99_ms = of([](const sample& s) { return s.p99_ms; });
  set_cpu(made, measured);
  made.cycles = of([](const sample& s) { return share(s.cycles, s.statements); });
  made.instructions = of([](const sample& s) { return share(s.instructions, s.statements); });
  made.system_calls = of([](const sample& s) { return share(s.system_calls, s.transactions); });
  made.context_switches = of([](const sample& s) { return share(s.context_switches, s.transactions); });
  made.bytes_sent = of([](const sample& s) { return share(s.bytes_sent, s.transactions); });
  made.bytes_received = of([](const sample& s) { return share(s.bytes_received, s.transactions); });
  return made;
}

}  // namespace pgpipe::app::compare
