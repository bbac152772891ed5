#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/compatibility.hpp"
#include "bench/loop_kind.hpp"
#include "bench/query_mode.hpp"
#include "bench/statistics.hpp"

namespace pgpipe::app::bench {

// How pgbench_accounts is partitioned.
struct partitioning {
  std::string method;  // "range" or "hash"
  int partitions = 0;
};

struct script_report {
  std::string label;
  int weight = 1;
  transaction_statistics transactions;
  std::vector<std::string> command_texts;  // the first line of each command
  std::vector<command_statistics> commands;
};

// Everything that the final report says or that decides whether a line of it appears.
struct report_data {
  compatibility behaviour;
  std::vector<script_report> scripts;
  int scale = 1;
  std::optional<bench::partitioning> partitioning;
  query_mode mode = query_mode::simple;
  int clients = 1;
  int threads = 1;
  std::optional<loop_kind> loop;               // with --loop: that the threads waited with
  unsigned max_tries = 1;                      // 0: unlimited
  std::optional<int> transactions_per_client;  // -t
  std::chrono::seconds duration{0};            // -T
  bool connect = false;                        // -C
  bool progress = false;                       // -P
  bool throttled = false;                      // -R
  std::optional<double> latency_limit_ms;      // -L
  bool failures_detailed = false;
  std::optional<open_loop_statistics> open_loop;  // -R: lines that pgbench does not have
  bool report_per_command = false;                // -r
  bool command_percentiles = false;               // -r shows two percentiles beside the average
  std::vector<double> percentiles;                // --percentiles

  std::string ended_by;  // the signal that ended the run before its time

  // From the first thread's start, all connections being there, to the end of the last.
  std::chrono::nanoseconds benchmark_time{0};
  // With -C the time spent in connecting, over all transactions; else the time until the benchmark could start.
  std::chrono::nanoseconds connection_time{0};
  duration_statistics connecting;  // of single connections
};

// "pgpipe bench (0.1.0, server 15.20)" and a newline: what the standard output starts with, as soon as a server
// answers.
[[nodiscard]] std::string format_banner(std::string_view server_version);

// The final report, line for line that of the version of pgbench that `behaviour` stands for.
[[nodiscard]] std::string format_report(const report_data& data);

// What ends a run in which a client was aborted, on the standard error; the exit status is then 2.
inline constexpr std::string_view aborted_message = "Run was aborted; the above results are incomplete.";

}  // namespace pgpipe::app::bench
