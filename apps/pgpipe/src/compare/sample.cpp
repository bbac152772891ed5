#include "compare/sample.hpp"

#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/result_json.hpp"

namespace pgpipe::app::compare {
namespace {

std::optional<double> number(const nlohmann::json& value) {
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

double statements_of(const nlohmann::json& scripts) {
  double all = 0;
  for (const nlohmann::json& each : scripts) {
    all += each.at("statements").get<double>() * each.at("transactions").at("processed").get<double>();
  }
  return all;
}

sample read_figures(const nlohmann::json& from) {
  const nlohmann::json& totals = from.at("totals");
  const nlohmann::json& client = from.at("client");
  sample read;
  read.tps = totals.at("tps").get<double>();
  read.average_ms = number(totals.at("latency").at("average_ms"));
  read.p50_ms = number(totals.at("latency").at("p50_ms"));
  read.p99_ms = number(totals.at("latency").at("p99_ms"));
  read.transactions = totals.at("transactions").at("processed").get<double>();
  read.failed = totals.at("transactions").at("failed").get<double>();
  read.statements = statements_of(from.at("scripts"));
  read.user_s = number(client.at("user_s"));
  read.system_s = number(client.at("system_s"));
  read.context_switches =
      client.at("voluntary_context_switches").get<double>() + client.at("involuntary_context_switches").get<double>();
  read.system_calls =
      client.at("sends").get<double>() + client.at("receives").get<double>() + client.at("waits").get<double>();
  read.bytes_sent = number(client.at("bytes_sent"));
  read.bytes_received = number(client.at("bytes_received"));
  read.cycles = number(client.at("user_cycles"));
  read.instructions = number(client.at("user_instructions"));
  read.server_version = from.at("server").at("version").get<std::string>();
  return read;
}

// The number that follows the words, wherever in the report they begin a line.
std::optional<double> after(std::string_view report, std::string_view words) {
  for (std::size_t at = report.find(words); at != std::string_view::npos; at = report.find(words, at + 1)) {
    if (at != 0 && report[at - 1] != '\n') continue;
    const std::string_view rest = report.substr(at + words.size());
    double value = 0;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), value).ec == std::errc()) return value;
  }
  return std::nullopt;
}

}  // namespace

result<sample> read_bench_result(std::string json) {
  const auto from = nlohmann::json::parse(json, nullptr, false);
  const auto text_of = [&](const char* name) {
    return from.is_object() && from.contains(name) ? from[name].dump() : "";
  };
  if (text_of("format") != "\"pgpipe-bench\"") return fail(error_category::usage, "this is no result of pgpipe bench");
  if (text_of("schema_version") != std::to_string(bench::result_schema_version)) {
    return fail(error_category::usage, fmt::format("a result of schema version {}, where {} is read",
                                                   text_of("schema_version"), bench::result_schema_version));
  }
  try {
    sample read = read_figures(from);
    read.result = std::move(json);
    return read;
  } catch (const nlohmann::json::exception& wrong) {
    return fail(error_category::usage, fmt::format("a result of pgpipe bench that is not whole: {}", wrong.what()));
  }
}

result<sample> read_pgbench_report(std::string_view report) {
  const auto tps = after(report, "tps = ");
  if (!tps) return fail(error_category::usage, "pgbench printed no tps");
  sample read;
  read.tps = *tps;
  read.average_ms = after(report, "latency average = ");
  read.transactions = after(report, "number of transactions actually processed: ").value_or(0);
  read.failed = after(report, "number of failed transactions: ").value_or(0);
  return read;
}

}  // namespace pgpipe::app::compare
