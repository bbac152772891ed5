#include <string>
#include <string_view>

#include <fmt/format.h>

#include "bench/option_table.hpp"
#include "bench/program_name.hpp"

namespace pgpipe::app::bench {
namespace {

constexpr std::string_view all_options = R"(
Initialization options:
  -i, --initialize         invokes initialization mode
  -I, --init-steps=[dtgGvpf]+ (default "dtgvp")
                           run selected initialization steps, in the specified order
                           d: drop any existing pgbench tables
                           t: create the tables used by the standard scripts
                           g: generate data, client-side
                           G: generate data, server-side
                           v: invoke VACUUM on the standard tables
                           p: create primary key indexes on the standard tables
                           f: create foreign keys between the standard tables
  -F, --fillfactor=NUM     set fill factor
  -n, --no-vacuum          do not run VACUUM during initialization
  -q, --quiet              quiet logging (one message each 5 seconds)
  -s, --scale=NUM          scaling factor
  --foreign-keys           create foreign key constraints between tables
  --index-tablespace=TABLESPACE
                           create indexes in the specified tablespace
  --partition-method=(range|hash)
                           partition pgbench_accounts with this method (default: range)
  --partitions=NUM         partition pgbench_accounts into NUM parts (default: 0)
  --tablespace=TABLESPACE  create tables in the specified tablespace
  --unlogged-tables        create tables as unlogged tables

Options to select what to run:
  -b, --builtin=NAME[@W]   add builtin script NAME weighted at W (default: 1)
                           (use "-b list" to list available scripts)
  -f, --file=FILENAME[@W]  add script FILENAME weighted at W (default: 1)
  -N, --skip-some-updates  skip updates of pgbench_tellers and pgbench_branches
                           (same as "-b simple-update")
  -S, --select-only        perform SELECT-only transactions
                           (same as "-b select-only")

Benchmarking options:
  -c, --client=NUM         number of concurrent database clients (default: 1)
  -C, --connect            establish new connection for each transaction
  -D, --define=VARNAME=VALUE
                           define variable for use by custom script
  -j, --jobs=NUM           number of threads (default: 1)
  -l, --log                write transaction times to log file
  -L, --latency-limit=NUM  count transactions lasting more than NUM ms as late
  -M, --protocol=simple|extended|prepared
                           protocol for submitting queries (default: simple)
  -n, --no-vacuum          do not run VACUUM before tests
  -P, --progress=NUM       show thread progress report every NUM seconds
  -r, --report-per-command report latencies, failures, and retries per command
  -R, --rate=NUM           target rate in transactions per second
  -s, --scale=NUM          report this scale factor in output
  -t, --transactions=NUM   number of transactions each client runs (default: 10)
  -T, --time=NUM           duration of benchmark test in seconds
  -v, --vacuum-all         vacuum all four standard tables before tests
  --aggregate-interval=NUM aggregate the log over intervals of NUM seconds
  --bandwidth=RATE         of the link of --rtt, each way, e.g. 10MB or 100Mbit a second
  --busy-poll=US           spin for US microseconds before each sleep: a processor for
                           each thread, for answers that are taken sooner
  --compat=15|16|17|18|19  do exactly what pgbench of this version does
  --continue-on-error      go on after an SQL error: roll back, count a failure
  --cut-after=BYTES|TIME   break each connection after so many of the server's bytes,
                           or after so long
  --depth=NUM              have up to NUM statements in flight, each with a Sync of its
                           own, instead of waiting for each
  --embedded               run on a private server, initialized at the scale of -s,
                           that is gone afterwards
  --exit-on-abort          exit when any client is aborted
  --fail-if=CONDITION      exit with status 3 if it is true, e.g. "p99 > 10ms" or
                           "tps < 1000"
  --failures-detailed      report the failures grouped by basic types
  --hdr-log=FILE           write latencies for HdrHistogram's tools, one tag a script
  --jitter=TIME            of the link of --rtt: up to so much more
  --json=FILE              write settings, figures and histograms as JSON
  --log-prefix=PREFIX      prefix for transaction time log file
                           (default: "pgbench_log")
  --loop=auto|epoll|io_uring|poll
                           what threads wait with (default: auto, which is io_uring
                           where the kernel offers it, else epoll)
  --loss-stall=SHARE       of packets that are lost and sent again after 200 ms and a
                           round trip, while all behind them waits, e.g. 0.1%
  --max-tries=NUM          max number of tries to run transaction (default: 1)
  --no-describe            do not ask for the columns of results that need none
  --percentiles=P[,P]...   report these percentiles of latencies, e.g. 50,95,99,99.9
  --progress-timestamp     use Unix epoch timestamps for progress
  --random-seed=SEED       set random seed ("time", "rand", integer)
  --rtt=TIME               put a link between the clients and the server, in this
                           process, with this round trip, e.g. 35ms
  --sampling-rate=NUM      fraction of transactions to log (e.g., 0.01 for 1%)
  --segment=BYTES          the link passes on at most so many bytes at once
  --show-script=NAME       show builtin script code, then exit
  --stall-at=TIME:TIME     the link passes nothing for the second TIME, from the first
                           one on after the first connection; may be repeated
  --sync=atomic|isolated   run each script as one pipeline, with one Sync at its end or
                           one behind each statement
  --think-time             leave \sleep out of the measured latency
  --warmup=NUM             run NUM seconds before the measured part begins
  --verbose-errors         print messages of all errors
  --window=slide|block     with --depth: send as answers come (default), or send NUM and
                           wait for all of them
  --write-messages         write each message by itself and let Nagle's algorithm delay
                           them, to see what that costs

Common options:
  --debug                  print debugging output
  -d, --dbname=DBNAME      database name, connection string or URI to connect to
  -h, --host=HOSTNAME      database server host or socket directory
  -p, --port=PORT          database server port number
  -U, --username=USERNAME  connect as specified database user
  -V, --version            output version information, then exit
  -?, --help               show this help, then exit

Exit status: 0 after a complete run, 1 for a mistake in options, scripts or set-up,
2 when a client was aborted during the run, 3 for --fail-if;
a signal ends it with a report.
)";

// The long option's name that a line of the text is about; empty for other lines.
std::string_view option_of(std::string_view line) {
  if (!line.starts_with("  -")) return {};
  const std::size_t start = line.find("--") + 2;
  return line.substr(start, line.find_first_of(" =", start) - start);
}

bool knows(const option_table& known, std::string_view name) {
  if (name == "help" || name == "version" || name == "compat") return true;
  for (const ::option* each = known.long_options(); each->name != nullptr; ++each) {
    if (each->name == name) return true;
  }
  return false;
}

}  // namespace

std::string help_text(compatibility behaviour) {
  const option_table known(behaviour);
  std::string text =
      fmt::format("{0} is a benchmarking tool for PostgreSQL{1}.\n\nUsage:\n  {0} [OPTION]... [DBNAME]\n",
                  command_name(), is_called_pgbench() ? ", pgpipe's" : ", compatible with pgbench");
  bool shown = true;
  for (std::string_view rest = all_options; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n') + 1);
    rest.remove_prefix(line.size());
    const std::string_view option = option_of(line);
    const bool continues = option.empty() && line.starts_with("   ");
    if (!continues) shown = option.empty() || knows(known, option);
    if (shown) text += line;
  }
  return text;
}

}  // namespace pgpipe::app::bench
