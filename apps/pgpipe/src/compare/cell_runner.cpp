#include "compare/cell_runner.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/protocol/conninfo.hpp>

#include "bench/conninfo.hpp"
#include "bench/program_loader.hpp"
#include "compare/program_run.hpp"
#include "delay/proxy_thread.hpp"
#include "embedded/server_binaries.hpp"

namespace pgpipe::app::compare {
namespace {

tl::unexpected<error> failed_run(const variant& cell, const ended_program& ended) {
  return fail(error_category::io,
              fmt::format("the run of \"{}\" ended with status {}:\n{}", cell.label, ended.status, ended.err));
}

void append(words& to, const words& more) { to.insert(to.end(), more.begin(), more.end()); }

// The one beside the newest server's programs, else that of the PATH.
std::string find_pgbench() {
  const auto folder = find_server_binaries(binaries_search::from_environment());
  const std::filesystem::path beside = folder ? *folder / "pgbench" : std::filesystem::path();
  std::error_code ignored;
  return std::filesystem::exists(beside, ignored) ? beside.string() : "pgbench";
}

std::string in_quotes(std::string_view value) {
  std::string text = "'";
  for (const char each : value) {
    if (each == '\'' || each == '\\') text += '\\';
    text += each;
  }
  return text + '\'';
}

// The command line of pgbench for another place. A dbname that is a connection string wins over -h and -p, so that the
// place must stand in it.
words led_to(words arguments, const std::string& dbname, const protocol::host_spec& place) {
  if (!protocol::is_connection_string(dbname)) {
    append(arguments, {"-h", place.hostaddr.empty() ? place.host : place.hostaddr, "-p", std::to_string(place.port)});
    return arguments;
  }
  const protocol::conninfo given = protocol::conninfo::parse(dbname).value_or(protocol::conninfo());
  std::string text =
      fmt::format("host={} hostaddr={} port={}", in_quotes(place.host), in_quotes(place.hostaddr), place.port);
  for (const auto& [keyword, value] : given.parameters()) {
    if (keyword == "host" || keyword == "hostaddr" || keyword == "port") continue;
    text += fmt::format(" {}={}", keyword, in_quotes(value));
  }
  std::replace(arguments.begin(), arguments.end(), dbname, text);
  return arguments;
}

// SQL commands of a transaction, on average where several scripts run.
double statements_of(const bench::options& options) {
  bench::variable_names names;
  const auto loaded = bench::load_program(options, names);
  if (!loaded || loaded->total_weight == 0) return 0;
  double all = 0;
  for (std::size_t i = 0; i != loaded->scripts.size(); ++i) {
    for (const bench::command& each : loaded->scripts[i].commands) {
      if (each.kind == bench::command_kind::sql) all += loaded->weights[i];
    }
  }
  return all / static_cast<double>(loaded->total_weight);
}

}  // namespace

words cell_runner::command_of(const variant& cell) const {
  words all = arguments_;
  append(all, cell.arguments);
  for (const std::string& each : cell.scripts) append(all, {"-f", each});
  all.emplace_back("-n");
  append(all, server_);
  return all;
}

tl::expected<void, bench::complaint> cell_runner::check(const variant& cell) const {
  const auto read = read_bench(command_of(cell));
  if (!read) return tl::make_unexpected(read.error());
  return {};
}

result<sample> cell_runner::run(const variant& cell) const {
  return cell.driver == driver::pgpipe ? run_pgpipe(cell) : run_pgbench(cell);
}

result<sample> cell_runner::run_pgpipe(const variant& cell) const {
  const std::string file = (folder_ / "result.json").string();
  words command = {"/proc/self/exe", "bench"};
  append(command, command_of(cell));
  append(command, {"--json", file});
  const auto ended = run_program(command, cell.environment, folder_);
  if (!ended) return fail(ended.error());
  if (ended->status != 0) return failed_run(cell, *ended);
  std::ifstream in(file);
  return read_bench_result({std::istreambuf_iterator<char>(in), {}});
}

// pgbench knows no link: it gets one of ours, in this process.
result<sample> cell_runner::run_pgbench(const variant& cell) const {
  words arguments = command_of(cell);
  const auto options = read_bench(arguments);
  if (!options) return fail(error_category::usage, options.error().message);
  for (const std::string_view each : delay::link_option_names()) {
    arguments = without_option(arguments, fmt::format("--{}", each));
  }
  std::unique_ptr<delay::proxy_thread> link;
  if (!options->link.is_plain()) {
    const auto conninfo = bench::make_conninfo(options->connection);
    const auto direct =
        conninfo ? options_from_conninfo(*conninfo) : result<protocol::connect_options>(fail(conninfo.error()));
    if (!direct) return fail(direct.error());
    auto started = delay::proxy_thread::start(*direct, options->link, options->random_seed);
    if (!started) return fail(started.error());
    link = *std::move(started);
    arguments = led_to(arguments, options->connection.dbname, link->through().hosts.front());
  }
  words command = {find_pgbench()};
  append(command, arguments);
  const auto ended = run_program(command, cell.environment, folder_);
  if (!ended) return fail(ended.error());
  if (ended->status != 0) return failed_run(cell, *ended);
  auto read = read_pgbench_report(ended->out);
  if (!read) return read;
  read->statements = read->transactions * statements_of(*options);
  read->user_s = ended->user_s;
  read->system_s = ended->system_s;
  read->context_switches = ended->context_switches;
  return read;
}

}  // namespace pgpipe::app::compare
