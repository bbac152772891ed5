#include "compare/comparison_json.hpp"

#include <nlohmann/json.hpp>

#include "compare/without_password.hpp"
#include "results/host_facts.hpp"
#include "version.hpp"

namespace pgpipe::app::compare {
namespace {

using json = nlohmann::ordered_json;

json or_null(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

json of_words(const words& given) {
  json all = json::array();
  for (const std::string& each : given) all.push_back(without_password(each));
  return all;
}

json of_variants(const std::vector<variant>& variants) {
  json all = json::array();
  for (const variant& each : variants) {
    json environment = json::object();
    for (const auto& [name, value] : each.environment) environment[name] = value;
    all.push_back({{"label", each.label},
                   {"arguments", of_words(each.arguments)},
                   {"environment", environment},
                   {"driver", each.driver == driver::pgpipe ? "pgpipe" : "pgbench"}});
  }
  return all;
}

json of_sample(const sample& taken) {
  json told = {{"tps", taken.tps},
               {"average_ms", or_null(taken.average_ms)},
               {"p50_ms", or_null(taken.p50_ms)},
               {"p99_ms", or_null(taken.p99_ms)},
               {"transactions", taken.transactions},
               {"failed", taken.failed},
               {"statements", taken.statements},
               {"user_s", or_null(taken.user_s)},
               {"system_s", or_null(taken.system_s)},
               {"context_switches", or_null(taken.context_switches)},
               {"system_calls", or_null(taken.system_calls)},
               {"bytes_sent", or_null(taken.bytes_sent)},
               {"bytes_received", or_null(taken.bytes_received)},
               {"user_cycles", or_null(taken.cycles)},
               {"user_instructions", or_null(taken.instructions)}};
  told["result"] = taken.result.empty() ? json(nullptr) : json::parse(taken.result);
  return told;
}

json of_figures(const cell_figures& of) {
  return {{"tps", of.tps},
          {"statements_s", of.statements_s},
          {"average_ms", or_null(of.average_ms)},
          {"p50_ms", or_null(of.p50_ms)},
          {"p99_ms", or_null(of.p99_ms)},
          {"user_us_statement", or_null(of.user_us)},
          {"system_us_statement", or_null(of.system_us)},
          {"cycles_statement", or_null(of.cycles)},
          {"instructions_statement", or_null(of.instructions)},
          {"system_calls_transaction", or_null(of.system_calls)},
          {"context_switches_transaction", or_null(of.context_switches)},
          {"bytes_sent_transaction", or_null(of.bytes_sent)},
          {"bytes_received_transaction", or_null(of.bytes_received)}};
}

json of_cell(std::size_t row, std::size_t column, const cell& measured) {
  json rounds = json::array();
  for (const sample& each : measured.samples) rounds.push_back(of_sample(each));
  json told = {
      {"row", row}, {"column", column}, {"label", measured.label}, {"median", of_figures(figures_of(measured))}};
  const auto around = measured.ratio.interval();
  told["ratio"] = row == 0 ? json(nullptr) : json(measured.ratio.estimate());
  told["interval"] = around ? json::array({around->low, around->high}) : json(nullptr);
  told["verdict"] = row == 0 ? json(nullptr) : json(verdict(measured.ratio.estimate(), around));
  told["rounds"] = rounds;
  return told;
}

json of_host() {
  const host_facts host = find_host_facts();
  return {{"system", host.system},       {"release", host.release},       {"machine", host.machine},
          {"processor", host.processor}, {"processors", host.processors}, {"memory_bytes", host.memory_bytes}};
}

// As a run told it; a comparison by pgbench alone tells none.
json server_version(const cells& measured) {
  for (const auto& row : measured) {
    for (const cell& each : row) {
      if (!each.samples.empty() && !each.samples[0].server_version.empty()) return each.samples[0].server_version;
    }
  }
  return nullptr;
}

}  // namespace

std::string format_comparison(const options& asked, const words& arguments, const layout& what, const cells& measured) {
  json made = {{"format", "pgpipe-compare"}, {"schema_version", comparison_schema_version}};
  made["tool"] = {{"name", "pgpipe compare"}, {"version", version}};
  made["server"] = {{"version", server_version(measured)}};
  made["host"] = of_host();
  made["settings"] = {{"preset", asked.preset.empty() ? json(nullptr) : json(asked.preset)},
                      {"arguments", of_words(arguments)},
                      {"precision", asked.limits.precision},
                      {"max_time_s", std::chrono::duration<double>(asked.limits.max_time).count()},
                      {"rounds", asked.limits.rounds == 0 ? json(nullptr) : json(asked.limits.rounds)}};
  made["row_title"] = what.row_title;
  made["column_title"] = what.column_title.empty() ? json(nullptr) : json(what.column_title);
  made["rows"] = of_variants(what.rows);
  made["columns"] = of_variants(what.columns);
  json all = json::array();
  for (std::size_t row = 0; row != measured.size(); ++row) {
    for (std::size_t column = 0; column != measured[row].size(); ++column) {
      all.push_back(of_cell(row, column, measured[row][column]));
    }
  }
  made["cells"] = all;
  return made.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

}  // namespace pgpipe::app::compare
