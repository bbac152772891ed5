#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "bench/compatibility.hpp"
#include "bench/loop_kind.hpp"
#include "bench/query_mode.hpp"
#include "bench/window.hpp"
#include "delay/link_settings.hpp"
#include "results/condition.hpp"

namespace pgpipe::app::bench {

// What the command line asks for. The last four print something and end.
enum class action : std::uint8_t { run, initialize, show_script, list_builtins, help, version };

// A script as -f, -b, -N or -S named it: a file ("-" is the standard input), or a built-in script, by its whole name.
struct script_choice {
  bool is_builtin = false;
  std::string name;
  int weight = 1;
};

// Where to connect. An absent or empty value leaves the choice to the environment and the defaults, as in libpq.
struct connection_options {
  std::string host;
  std::string port;
  std::string user;
  std::string dbname;  // a name, or a connection string or URI, whose parts win over the three above
};

enum class partition_method : std::uint8_t { none, range, hash };

struct init_options {
  std::string steps = "dtgvp";  // of "dtgGvpf " after -n and --foreign-keys were applied: see init.hpp
  int fillfactor = 100;
  bool quiet = false;
  bool foreign_keys = false;
  bool unlogged_tables = false;
  std::string tablespace;                                                    // of tables; empty: the default one
  std::string index_tablespace;                                              // of primary keys
  int partitions = 0;                                                        // of pgbench_accounts
  bench::partition_method partition_method = bench::partition_method::none;  // never none with partitions
  compatibility behaviour;                                                   // as in options
};

// Everything that the command line and the environment decide, checked, in pgbench's words.
struct options {
  bench::action action = bench::action::run;
  compatibility behaviour;  // --compat
  connection_options connection;
  init_options init;

  int scale = 1;
  bool scale_given = false;
  bool no_vacuum = false;
  bool vacuum_all = false;

  std::vector<script_choice> scripts;  // never empty for action run: without a choice it is the built-in tpcb-like
  std::string shown_script;            // for action show_script: the name of a built-in script
  std::vector<std::pair<std::string, std::string>> variables;  // -D, in the order given; a later one of a name wins

  int clients = 1;
  int threads = 1;                  // never more than clients
  std::optional<int> transactions;  // of each client; absent when `duration` is given
  std::optional<std::chrono::seconds> duration;
  std::chrono::seconds warm_up{0};  // before what is measured
  bool think_time = false;          // \sleep is not part of the latency
  query_mode mode = query_mode::simple;
  bool connect = false;           // -C: a connection for each transaction
  bool describe = true;           // send Describe, as libpq does
  statement_window window;        // --depth, --window
  bool write_messages = false;    // each message by a write of its own, with Nagle's algorithm, to show what it costs
  std::optional<loop_kind> loop;  // absent: automatic, and not worth a line of the report
  std::chrono::microseconds busy_poll{0};  // how long a thread spins before it sleeps
  delay::link_settings link;               // between the clients and the server
  bool embedded = false;                   // run on a private server of our own
  std::uint64_t random_seed = 0;

  std::optional<double> rate;  // -R: transactions a second, of all threads together
  std::optional<std::chrono::microseconds> latency_limit;
  std::uint32_t max_tries = 1;     // 0: no bound
  bool failures_detailed = false;  // tell failures by their kind
  bool verbose_errors = false;     // a message for each error that does not abort its client
  bool exit_on_abort = false;      // the first client that is aborted ends the run
  bool continue_on_error = false;  // no SQL error aborts its client

  std::chrono::seconds progress{0};  // 0: no progress lines
  bool progress_timestamp = false;   // in place of the time since the start
  bool report_per_command = false;
  std::vector<double> percentiles;  // of latencies, to report; above 0, up to 100
  bool log = false;
  std::string log_prefix = "pgbench_log";
  std::optional<double> sampling_rate;  // of the logged transactions; above 0, up to 1
  std::optional<std::chrono::seconds> aggregate_interval;
  bool debug = false;

  std::string json_file;           // --json; empty: none
  std::string hdr_log_file;        // --hdr-log; empty: none
  std::vector<condition> fail_if;  // --fail-if

  // True when a built-in script runs, whose tables the run depends on.
  [[nodiscard]] bool uses_builtin() const;
};

// Why a command line was refused, in the parts in which it is printed.
struct complaint {
  std::string message;
  std::string detail;
  std::string hint;
  std::string context;  // what was being done, as a message of its own
};

// How to read a command line.
struct parse_settings {
  compatibility behaviour = {};  // unless --compat says otherwise
  bool announce = true;          // echo a chosen random seed on the standard error, as pgbench does
};

// Reads the command line with getopt_long: options may be abbreviated and stand anywhere; --compat may not be
// abbreviated. PGBENCH_RANDOM_SEED, PGDATABASE and PGUSER come from the environment. Not thread-safe: getopt_long is
// not.
[[nodiscard]] tl::expected<options, complaint> parse_options(int argc, char** argv, const parse_settings& with = {});

// Prints a complaint on the standard error.
void print(const complaint& complaint);

}  // namespace pgpipe::app::bench
