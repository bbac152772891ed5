#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app::compare {

// The figures of one run of a cell. What a driver does not tell is absent.
struct sample {
  double tps = 0;
  std::optional<double> average_ms;
  std::optional<double> p50_ms;
  std::optional<double> p99_ms;
  double transactions = 0;  // that succeeded
  double failed = 0;        // transactions, which nothing else here counts
  double statements = 0;    // of all transactions; without knowing a script's conditionals
  std::optional<double> user_s;
  std::optional<double> system_s;
  std::optional<double> context_switches;
  std::optional<double> system_calls;
  std::optional<double> bytes_sent;
  std::optional<double> bytes_received;
  std::optional<double> cycles;
  std::optional<double> instructions;
  std::string server_version;
  std::string result;  // of pgpipe bench: the whole JSON
};

// What `pgpipe bench --json` wrote. A usage error for another format or schema version.
[[nodiscard]] result<sample> read_bench_result(std::string json);

// What pgbench printed. Without the line of tps it is an error.
[[nodiscard]] result<sample> read_pgbench_report(std::string_view report);

}  // namespace pgpipe::app::compare
