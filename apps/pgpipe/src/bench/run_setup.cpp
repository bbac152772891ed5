#include "bench/run_setup.hpp"

#include <cstdint>
#include <cstdio>
#include <limits>

#include "bench/log.hpp"
#include "bench/program_name.hpp"
#include "bench/server_text.hpp"
#include "bench/setup_connection.hpp"

namespace pgpipe::app::bench {
namespace {

constexpr std::string_view undefined_table = "42P01";

constexpr std::string_view count_branches_sql = "select count(*) from pgbench_branches";

// Of the first pgbench_accounts in the search path: its partitioning strategy, NULL for an ordinary table, and the
// number of its partitions.
constexpr std::string_view partitioning_sql =
    "select p.partstrat, (select pg_catalog.count(*) from pg_catalog.pg_inherits i where i.inhparent = c.oid) "
    "from pg_catalog.pg_class c left join pg_catalog.pg_partitioned_table p on p.partrelid = c.oid "
    "where c.oid = pg_catalog.to_regclass('pgbench_accounts')";

void hint_initialization(connection& on) {
  const auto name = on.exec("select pg_catalog.current_database()");
  const std::string_view database =
      name && !name->empty() && name->front().size() == 1 ? name->front()[0].field(0).text() : std::string_view();
  log::hint("Perhaps you need to do initialization (\"{} -i\") in database \"{}\".", command_name(), database);
}

bool read_scale(connection& on, run_setup& setup) {
  const auto counted = on.exec(count_branches_sql);
  if (!counted) {
    log::error("could not count number of branches: {}", describe(counted.error(), count_branches_sql));
    if (counted.error().sqlstate() == undefined_table) hint_initialization(on);
    return false;
  }
  const auto count = counted->front()[0].decode<std::int64_t>(0);
  if (!count || *count > std::numeric_limits<int>::max()) {
    log::error("invalid count(*) from pgbench_branches: \"{}\"", counted->front()[0].field(0).text());
    return false;
  }
  setup.scale = static_cast<int>(*count);
  return true;
}

// Any failure counts as "not partitioned": the information is for the report only.
bool read_partitioning(connection& on, run_setup& setup) {
  const auto found = on.exec(partitioning_sql);
  if (!found) return true;
  if (found->front().empty()) {
    log::error("no pgbench_accounts table found in \"search_path\"");
    hint_initialization(on);
    return false;
  }
  const row accounts = found->front()[0];
  const field_view strategy = accounts.field(0);
  if (strategy.is_null()) return true;
  const std::string_view method = strategy.text() == "r" ? "range" : strategy.text() == "h" ? "hash" : "";
  if (method.empty()) {
    log::error("unexpected partition method: \"{}\"", strategy.text());
    return false;
  }
  const auto partitions = accounts.decode<std::int64_t>(1);
  setup.partitioning = partitioning{std::string(method), partitions ? static_cast<int>(*partitions) : 0};
  return true;
}

void try_execute(connection& on, std::string_view sql) {
  const auto done = on.exec(sql);
  if (done) return;
  log::error("{}", describe(done.error(), sql));
  log::detail("(ignoring this error and continuing anyway)");
}

void vacuum(connection& on, bool accounts_too) {
  std::fputs("starting vacuum...", stderr);
  try_execute(on, "vacuum pgbench_branches");
  try_execute(on, "vacuum pgbench_tellers");
  try_execute(on, "truncate pgbench_history");
  std::fputs("end.\n", stderr);
  if (!accounts_too) return;
  std::fputs("starting vacuum pgbench_accounts...", stderr);
  try_execute(on, "vacuum analyze pgbench_accounts");
  std::fputs("end.\n", stderr);
}

}  // namespace

std::optional<run_setup> prepare_run(const options& options, protocol::connect_options& connection) {
  auto on = open_setup_connection(connection, "setup");
  if (!on) return std::nullopt;
  run_setup setup;
  setup.server_version = on->parameter_status("server_version");
  setup.scale = options.scale;
  const std::string banner = format_banner(setup.server_version);
  std::fwrite(banner.data(), 1, banner.size(), stdout);
  std::fflush(stdout);
  if (options.uses_builtin()) {
    if (!read_scale(*on, setup)) return std::nullopt;
    if (options.scale_given) {
      log::warning("scale option ignored, using count from pgbench_branches table ({})", setup.scale);
    }
    if (!read_partitioning(*on, setup)) return std::nullopt;
  }
  if (!options.no_vacuum) vacuum(*on, options.vacuum_all);
  return setup;
}

}  // namespace pgpipe::app::bench
