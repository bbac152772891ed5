#include "report/required.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

namespace pgpipe::app::report {
namespace {

using json = nlohmann::ordered_json;

constexpr required_part parts_of_bench[] = {{"tool.name", "t"},
                                            {"tool.version", "t"},
                                            {"server.version", "t"},
                                            {"start_s", "n"},
                                            {"random_seed", "t"},
                                            {"settings.clients", "n"},
                                            {"settings.query_mode", "t"},
                                            {"settings.rate", "n?"},
                                            {"host.system", "t"},
                                            {"host.release", "t"},
                                            {"host.machine", "t"},
                                            {"host.processor", "t"},
                                            {"host.processors", "n"},
                                            {"host.memory_bytes", "n"},
                                            {"totals.duration_s", "n"},
                                            {"totals.connection_s", "n"},
                                            {"totals.tps", "n"},
                                            {"totals.transactions.{}", "n"},
                                            {"totals.transactions.processed", "n"},
                                            {"totals.transactions.failed", "n"},
                                            {"totals.latency.average_ms", "n"},
                                            {"totals.latency.stddev_ms", "n"},
                                            {"totals.latency.min_ms", "n"},
                                            {"totals.latency.max_ms", "n"},
                                            {"totals.latency.p50_ms", "n"},
                                            {"totals.latency.p95_ms", "n"},
                                            {"totals.latency.p99_ms", "n"},
                                            {"totals.latency.p999_ms", "n"},
                                            {"totals.latency.hdr", "t"},
                                            {"totals.service", "o?"},
                                            {"totals.service.max_ms", "n"},
                                            {"totals.service.hdr", "t"},
                                            {"totals.dropped", "n"},
                                            {"totals.errors_by_sqlstate", "o?"},
                                            {"totals.errors_by_sqlstate.{}", "n"},
                                            {"totals.aborted", "b"},
                                            {"totals.signal", "n?"},
                                            {"scripts", "a"},
                                            {"scripts[].label", "t"},
                                            {"scripts[].text", "t"},
                                            {"scripts[].sha256", "t"},
                                            {"scripts[].weight", "n"},
                                            {"scripts[].statements", "n"},
                                            {"scripts[].transactions.processed", "n"},
                                            {"scripts[].transactions.failed", "n"},
                                            {"scripts[].latency.average_ms", "n"},
                                            {"scripts[].latency.p50_ms", "n"},
                                            {"scripts[].latency.p99_ms", "n"},
                                            {"scripts[].latency.max_ms", "n"},
                                            {"client.user_s", "n"},
                                            {"client.system_s", "n"},
                                            {"client.voluntary_context_switches", "n"},
                                            {"client.involuntary_context_switches", "n"},
                                            {"client.user_cycles", "n?"},
                                            {"client.user_instructions", "n?"},
                                            {"client.sends", "n"},
                                            {"client.receives", "n"},
                                            {"client.waits", "n"},
                                            {"client.bytes_sent", "n"},
                                            {"client.bytes_received", "n"},
                                            {"series", "a"},
                                            {"series[].end_s", "n"},
                                            {"series[].processed", "n"},
                                            {"series[].failed", "n"},
                                            {"series[].skipped", "n"},
                                            {"series[].average_ms", "n?"},
                                            {"series[].p50_ms", "n?"},
                                            {"series[].p99_ms", "n?"},
                                            {"series[].max_ms", "n?"},
                                            {"series[].hdr", "t"}};

constexpr required_part parts_of_comparison[] = {{"tool.name", "t"},
                                                 {"tool.version", "t"},
                                                 {"server.version", "t?"},
                                                 {"host.system", "t"},
                                                 {"host.release", "t"},
                                                 {"host.machine", "t"},
                                                 {"host.processor", "t"},
                                                 {"host.processors", "n"},
                                                 {"host.memory_bytes", "n"},
                                                 {"settings.preset", "t?"},
                                                 {"settings.arguments[]", "t"},
                                                 {"settings.precision", "n"},
                                                 {"settings.max_time_s", "n"},
                                                 {"row_title", "t"},
                                                 {"column_title", "t?"},
                                                 {"rows[].label", "t"},
                                                 {"rows[].arguments[]", "t"},
                                                 {"rows[].environment.{}", "t"},
                                                 {"rows[].driver", "t"},
                                                 {"columns[].label", "t"},
                                                 {"columns[].arguments[]", "t"},
                                                 {"columns[].environment.{}", "t"},
                                                 {"columns[].driver", "t"},
                                                 {"cells[].row", "n"},
                                                 {"cells[].column", "n"},
                                                 {"cells[].median.tps", "n"},
                                                 {"cells[].median.{}", "n?"},
                                                 {"cells[].ratio", "n?"},
                                                 {"cells[].interval", "a?"},
                                                 {"cells[].interval[]", "n"},
                                                 {"cells[].verdict", "t?"},
                                                 {"cells[].rounds", "a"},
                                                 {"cells[].rounds[].tps", "n"},
                                                 {"cells[].rounds[].result", "o?"}};

bool is_of_kind(const json& value, std::string_view kind) {
  if (value.is_null()) return kind.ends_with('?');
  switch (kind.front()) {
    case 'n': return value.is_number();
    case 't': return value.is_string();
    case 'b': return value.is_boolean();
    case 'a': return value.is_array();
    default: return value.is_object();
  }
}

bool is_as_wanted(const json& at, std::string_view path, std::string_view kind);

bool all_are(const json& of, std::string_view path, std::string_view kind) {
  for (const json& each : of) {
    if (!is_as_wanted(each, path, kind)) return false;
  }
  return true;
}

// Below something that may be null, and is, there is nothing to look at: that it may is asked by a part of its own.
bool is_as_wanted(const json& at, std::string_view path, std::string_view kind) {
  if (path.empty()) return is_of_kind(at, kind);
  if (path.starts_with('.')) path.remove_prefix(1);
  if (at.is_null()) return true;
  if (path.starts_with("[]")) return at.is_array() && all_are(at, path.substr(2), kind);
  if (path.starts_with("{}")) return at.is_object() && all_are(at, path.substr(2), kind);
  const std::size_t end = path.find_first_of(".[");
  const std::string name(path.substr(0, end));
  if (!at.is_object() || !at.contains(name)) return false;
  return is_as_wanted(at[name], end == std::string_view::npos ? "" : path.substr(end), kind);
}

}  // namespace

std::span<const required_part> bench_parts() { return parts_of_bench; }

std::span<const required_part> comparison_parts() { return parts_of_comparison; }

std::string missing_part(const nlohmann::ordered_json& result, std::span<const required_part> parts) {
  for (const required_part& each : parts) {
    if (!is_as_wanted(result, each.path, each.kind)) return fmt::format("{} is missing or wrong", each.path);
  }
  return {};
}

std::string missing_cell(const nlohmann::ordered_json& table) {
  std::set<std::pair<std::size_t, std::size_t>> wanted;
  for (std::size_t row = 0; row != table["rows"].size(); ++row) {
    for (std::size_t column = 0; column != table["columns"].size(); ++column) wanted.emplace(row, column);
  }
  if (wanted.empty()) return "rows and columns are missing";
  for (const nlohmann::ordered_json& each : table["cells"]) {
    const std::pair at(each["row"].get<std::size_t>(), each["column"].get<std::size_t>());
    if (wanted.erase(at) == 0)
      return fmt::format("there is a cell too many, of row {}, column {}", at.first, at.second);
    if (each["rounds"].empty()) return fmt::format("row {}, column {} has no rounds", at.first, at.second);
    if (!each["interval"].is_null() && each["interval"].size() != 2) return "an interval has not two ends";
    if (at.first != 0 && (each["ratio"].is_null() || each["verdict"].is_null())) {
      return fmt::format("row {}, column {} has no ratio and verdict", at.first, at.second);
    }
  }
  if (wanted.empty()) return {};
  return fmt::format("row {}, column {} is missing", wanted.begin()->first, wanted.begin()->second);
}

}  // namespace pgpipe::app::report
