#include "bench/report.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

// 1000 select-only transactions of two clients in half a second.
report_data one_script() {
  report_data data;
  script_report& script = data.scripts.emplace_back();
  script.label = "<builtin: select only>";
  script.transactions.processed = 1000;
  data.scale = 1;
  data.clients = 2;
  data.threads = 1;
  data.transactions_per_client = 500;
  data.benchmark_time = milliseconds(500);
  data.connection_time = microseconds(3250);
  return data;
}

report_data two_scripts() {
  report_data data = one_script();
  data.transactions_per_client.reset();
  data.duration = seconds(2);
  data.benchmark_time = seconds(2);
  data.scripts[0].weight = 3;
  data.scripts[0].transactions = {};
  data.scripts[0].transactions.add_processed(milliseconds(1));
  data.scripts[0].transactions.add_processed(milliseconds(2));
  data.scripts[0].transactions.add_processed(milliseconds(3));
  script_report& second = data.scripts.emplace_back();
  second.label = "second.sql";
  second.transactions.add_processed(milliseconds(4));
  second.transactions.add_failed(failure::deadlock);
  return data;
}

TEST(Report, BannerNamesBothVersions) {
  EXPECT_EQ(format_banner("15.20 (Debian 15.20-0+deb12u1)"),
            "pgpipe bench (" PGPIPE_VERSION ", server 15.20 (Debian 15.20-0+deb12u1))\n");
}

TEST(Report, OneScriptWithTransactionCount) {
  EXPECT_EQ(format_report(one_script()),
            "transaction type: <builtin: select only>\n"
            "scaling factor: 1\n"
            "query mode: simple\n"
            "number of clients: 2\n"
            "number of threads: 1\n"
            "maximum number of tries: 1\n"
            "number of transactions per client: 500\n"
            "number of transactions actually processed: 1000/1000\n"
            "number of failed transactions: 0 (0.000%)\n"
            "latency average = 1.000 ms\n"
            "initial connection time = 3.250 ms\n"
            "tps = 2000.000000 (without initial connection time)\n");
}

TEST(Report, TheLoopIsALineWhereItWasAskedFor) {
  report_data data = one_script();
  data.loop = loop_kind::io_uring;
  EXPECT_NE(format_report(data).find("number of threads: 1\nloop: io_uring\nmaximum"), std::string::npos);
}

TEST(Report, NothingRunEndsBeforeTheFigures) {
  report_data data = one_script();
  data.scripts[0].transactions = {};
  EXPECT_EQ(format_report(data),
            "transaction type: <builtin: select only>\n"
            "scaling factor: 1\n"
            "query mode: simple\n"
            "number of clients: 2\n"
            "number of threads: 1\n"
            "maximum number of tries: 1\n"
            "number of transactions per client: 500\n"
            "number of transactions actually processed: 0/1000\n");
}

TEST(Report, ProgressAsksForMeasuredLatency) {
  report_data data = one_script();
  data.progress = true;
  data.mode = query_mode::prepared;
  data.scripts[0].transactions = {};
  data.scripts[0].transactions.add_processed(milliseconds(1));
  data.scripts[0].transactions.add_processed(milliseconds(3));
  const std::string text = format_report(data);
  EXPECT_NE(text.find("query mode: prepared\n"), std::string::npos);
  EXPECT_NE(text.find("latency average = 2.000 ms\nlatency stddev = 1.000 ms\ninitial connection time"),
            std::string::npos)
      << text;
}

TEST(Report, ConnectCountsReconnections) {
  report_data data = one_script();
  data.connect = true;
  data.connection_time = seconds(1);
  data.scripts[0].transactions.serialization_failures = 250;
  const std::string text = format_report(data);
  EXPECT_NE(text.find("number of failed transactions: 250 (20.000%)\n"
                      "latency average = 0.800 ms (including failures)\n"
                      "average connection time = 0.800 ms\n"
                      "tps = 2000.000000 (including reconnection times)\n"),
            std::string::npos)
      << text;
}

TEST(Report, SeveralScriptsHaveABlockEach) {
  EXPECT_EQ(format_report(two_scripts()),
            "transaction type: multiple scripts\n"
            "scaling factor: 1\n"
            "query mode: simple\n"
            "number of clients: 2\n"
            "number of threads: 1\n"
            "maximum number of tries: 1\n"
            "duration: 2 s\n"
            "number of transactions actually processed: 4\n"
            "number of failed transactions: 1 (20.000%)\n"
            "latency average = 800.000 ms (including failures)\n"
            "initial connection time = 3.250 ms\n"
            "tps = 2.000000 (without initial connection time)\n"
            "SQL script 1: <builtin: select only>\n"
            " - weight: 3 (targets 75.0% of total)\n"
            " - 3 transactions (60.0% of total)\n"
            " - number of transactions actually processed: 3 (tps = 1.500000)\n"
            " - number of failed transactions: 0 (0.000%)\n"
            " - latency average = 2.000 ms\n"
            " - latency stddev = 0.816 ms\n"
            "SQL script 2: second.sql\n"
            " - weight: 1 (targets 25.0% of total)\n"
            " - 2 transactions (40.0% of total)\n"
            " - number of transactions actually processed: 1 (tps = 0.500000)\n"
            " - number of failed transactions: 1 (50.000%)\n"
            " - latency average = 4.000 ms\n"
            " - latency stddev = 0.000 ms\n");
}

TEST(Report, ScriptThatNeverRanHasNoFigures) {
  report_data data = two_scripts();
  data.scripts[1].weight = 0;
  data.scripts[1].transactions = {};
  const std::string text = format_report(data);
  EXPECT_TRUE(
      text.ends_with("SQL script 2: second.sql\n"
                     " - weight: 0 (targets 0.0% of total)\n"
                     " - 0 transactions (0.0% of total)\n"))
      << text;
}

TEST(Report, CommandsOfOneScript) {
  report_data data = one_script();
  data.report_per_command = true;
  data.scripts[0].command_texts = {"\\set aid random(1, 100000 * :scale)", "SELECT abalance FROM pgbench_accounts"};
  data.scripts[0].commands.resize(2);
  data.scripts[0].commands[0].latency.add(microseconds(1));
  data.scripts[0].commands[1].latency.add(microseconds(12345));
  data.scripts[0].commands[1].failures = 3;
  EXPECT_TRUE(
      format_report(data).ends_with("statement latencies in milliseconds and failures:\n"
                                    "         0.001           0 \\set aid random(1, 100000 * :scale)\n"
                                    "        12.345           3 SELECT abalance FROM pgbench_accounts\n"))
      << format_report(data);
}

TEST(Report, SaysThatASignalEndedTheRun) {
  report_data data = one_script();
  data.ended_by = "SIGINT";
  EXPECT_NE(format_report(data).find("number of transactions actually processed: 1000/1000\n"
                                     "ended early: by SIGINT after 0.500 s\n"
                                     "number of failed transactions: 0 (0.000%)\n"),
            std::string::npos)
      << format_report(data);
}

TEST(Report, PercentilesFollowTheMeasuredLatency) {
  report_data data = two_scripts();
  data.percentiles = {50, 99.9, 100};
  data.report_per_command = data.command_percentiles = true;
  data.connecting.add(milliseconds(8));
  data.scripts[1].command_texts = {"SELECT 1"};
  data.scripts[1].commands.resize(1);
  for (int i = 1; i <= 100; ++i) data.scripts[1].commands[0].latency.add(microseconds(i));
  const std::string text = format_report(data);
  EXPECT_NE(text.find("latency average = 2.500 ms\n"
                      "latency stddev = 1.118 ms\n"
                      "latency percentiles: p50 = 2.001 ms, p99.9 = 4.000 ms, p100 = 4.000 ms\n"
                      "initial connection time = 3.250 ms\n"
                      "connection time percentiles: p50 = 8.000 ms, p99.9 = 8.000 ms, p100 = 8.000 ms\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(" - latency stddev = 0.816 ms\n"
                      " - latency percentiles: p50 = 2.001 ms, p99.9 = 3.000 ms, p100 = 3.000 ms\n"),
            std::string::npos)
      << text;
  EXPECT_TRUE(
      text.ends_with(" - statement latencies in milliseconds (average, p50, p99) and failures:\n"
                     "         0.051       0.050       0.099           0 SELECT 1\n"))
      << text;
}

TEST(Report, CommandsWithRetries) {
  report_data data = two_scripts();
  data.report_per_command = true;
  data.max_tries = 5;
  data.scripts[1].command_texts = {"SELECT 1"};
  data.scripts[1].commands.resize(1);
  data.scripts[1].commands[0].retries = 12;
  EXPECT_TRUE(
      format_report(data).ends_with(" - number of failed transactions: 1 (50.000%)\n"
                                    " - number of transactions retried: 0 (0.000%)\n"
                                    " - total number of retries: 0\n"
                                    " - latency average = 4.000 ms\n"
                                    " - latency stddev = 0.000 ms\n"
                                    " - statement latencies in milliseconds, failures and retries:\n"
                                    "         0.000           0         12 SELECT 1\n"))
      << format_report(data);
}

TEST(Report, ScriptsAndCommandsAsUpToVersion17) {
  report_data data = two_scripts();
  data.behaviour = compatibility(17);
  data.report_per_command = true;
  data.scripts[1].transactions = {};
  data.scripts[1].command_texts = {"SELECT 1"};
  const std::string text = format_report(data);
  EXPECT_NE(text.find(" - 3 transactions (100.0% of total, tps = 1.500000)\n"
                      " - number of failed transactions: 0 (0.000%)\n - latency average = 2.000 ms\n"),
            std::string::npos)
      << text;
  EXPECT_TRUE(
      text.ends_with(" - 0 transactions (0.0% of total, tps = 0.000000)\n"
                     " - number of failed transactions: 0 (NaN%)\n"
                     " - statement latencies in milliseconds and failures:\n"
                     "         0.000           0  SELECT 1\n"))
      << text;
}

TEST(Report, EveryLaterOption) {
  report_data data = one_script();
  data.partitioning = partitioning{"range", 4};
  data.max_tries = 0;
  data.throttled = true;
  data.latency_limit_ms = 2.5;
  data.failures_detailed = true;
  transaction_statistics& of = data.scripts[0].transactions;
  of = {};
  of.add_processed(milliseconds(2));
  of.add_processed(milliseconds(4));
  of.late = 1;
  of.lag.add(milliseconds(1));
  of.lag.add(milliseconds(2));
  of.skipped = 1;
  of.add_failed(failure::serialization);
  of.retried = 2;
  of.retries = 7;
  EXPECT_EQ(format_report(data),
            "transaction type: <builtin: select only>\n"
            "scaling factor: 1\n"
            "partition method: range\n"
            "partitions: 4\n"
            "query mode: simple\n"
            "number of clients: 2\n"
            "number of threads: 1\n"
            "number of transactions per client: 500\n"
            "number of transactions actually processed: 2/1000\n"
            "number of failed transactions: 1 (25.000%)\n"
            "number of serialization failures: 1 (25.000%)\n"
            "number of deadlock failures: 0 (0.000%)\n"
            "number of other failures: 0 (0.000%)\n"
            "number of transactions retried: 2 (50.000%)\n"
            "total number of retries: 7\n"
            "number of transactions skipped: 1 (25.000%)\n"
            "number of transactions above the 2.5 ms latency limit: 1/2 (50.000%)\n"
            "latency average = 3.000 ms\n"
            "latency stddev = 1.000 ms\n"
            "rate limit schedule lag: avg 1.500 (max 2.000) ms\n"
            "initial connection time = 3.250 ms\n"
            "tps = 4.000000 (without initial connection time)\n");
}

TEST(Report, OpenLoopIsToldInItsParts) {
  report_data data = one_script();
  data.throttled = true;
  transaction_statistics& of = data.scripts[0].transactions;
  of = {};
  for (const int latency : {2, 2004}) of.add_processed(milliseconds(latency));
  for (const int lag : {1, 2002}) of.lag.add(milliseconds(lag));
  data.open_loop.emplace();
  for (const int service : {1, 2}) data.open_loop->service.add(milliseconds(service));
  data.open_loop->late_starts = 1;
  data.open_loop->most_waiting = 17;
  data.open_loop->dropped = 3;
  const std::string text = format_report(data);
  EXPECT_NE(text.find("latency average = 1003.000 ms\n"
                      "latency stddev = 1001.000 ms\n"
                      "rate limit schedule lag: avg 1001.500 (max 2002.000) ms\n"
                      "latency maximum = 2004.000 ms\n"
                      "service time average = 1.500 ms (max 2.000), from the actual start\n"
                      "number of transactions started late: 1 (50.000%), at most 17 waiting\n"
                      "number of transactions dropped: 3\n"
                      "initial connection time"),
            std::string::npos)
      << text;
  data.percentiles = {50};
  const std::string longer = format_report(data);
  EXPECT_NE(longer.find("latency maximum = 2004.000 ms\n"
                        "schedule lag percentiles: p50 = 1.000 ms\n"
                        "service time average = 1.500 ms (max 2.000), from the actual start\n"
                        "service time percentiles: p50 = 1.000 ms\n"),
            std::string::npos)
      << longer;
}

}  // namespace
}  // namespace pgpipe::app::bench
