#include "bench/initialize.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <pgpipe/client/copy.hpp>

#include "bench/init_progress.hpp"
#include "bench/init_rows.hpp"
#include "bench/init_sql.hpp"
#include "bench/log.hpp"
#include "bench/server_text.hpp"
#include "bench/setup_connection.hpp"

namespace pgpipe::app::bench {
namespace {

using clock = std::chrono::steady_clock;

void say(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

std::string_view step_name(char step) {
  switch (step) {
    case 'd': return "drop tables";
    case 't': return "create tables";
    case 'g': return "client-side generate";
    case 'G': return "server-side generate";
    case 'v': return "vacuum";
    case 'p': return "primary keys";
    case 'f': return "foreign keys";
    default: return {};
  }
}

class initializer {
 public:
  initializer(connection& on, const init_options& options, int scale) : on_(on), options_(options), scale_(scale) {}

  bool run(char step) {
    switch (step) {
      case 'd': say("dropping old tables...\n"); return execute(on_, drop_tables_sql());
      case 't': say("creating tables...\n"); return execute_all(create_tables_sql(options_, scale_)) && partition();
      case 'g': say("generating data (client-side)...\n"); return generate_on_client();
      case 'G': say("generating data (server-side)...\n"); return generate_on_server();
      case 'v': say("vacuuming...\n"); return execute_all(vacuum_sql());
      case 'p': say("creating primary keys...\n"); return execute_all(primary_keys_sql(options_));
      case 'f': say("creating foreign keys...\n"); return execute_all(foreign_keys_sql());
      default: return true;
    }
  }

 private:
  bool execute_all(const std::vector<std::string>& statements) {
    return std::all_of(statements.begin(), statements.end(), [&](const auto& sql) { return execute(on_, sql); });
  }

  bool partition() {
    if (options_.partitions == 0) return true;
    say(fmt::format("creating {} partitions...\n", options_.partitions));
    for (int i = 1; i <= options_.partitions; ++i) {
      if (!execute(on_, create_partition_sql(options_, scale_, i))) return false;
    }
    return true;
  }

  // One transaction, which also truncates: so the server may skip writing the rows to its log first.
  bool generate_on_server() {
    return execute(on_, "begin") && execute(on_, truncate_tables_sql()) && execute_all(insert_sql(scale_)) &&
           execute(on_, "commit");
  }

  bool generate_on_client() {
    return execute(on_, "begin") && execute(on_, truncate_tables_sql()) && fill(standard_table::branches) &&
           fill(standard_table::tellers) && load(standard_table::accounts) && execute(on_, "commit");
  }

  // Up to version 16 only the accounts were copied.
  bool fill(standard_table table) { return options_.behaviour.is_at_least(17) ? load(table) : insert(table); }

  bool insert(standard_table table) {
    for (std::int64_t row = 0; row < row_count(table, scale_); ++row) {
      if (!execute(on_, insert_row_sql(table, row))) return false;
    }
    return true;
  }

  bool load(standard_table table) {
    const std::string sql = copy_sql(table, may_freeze(table));
    const auto copied = copy(table, sql);
    if (copied) return true;
    log::error("query failed: {}", describe(copied.error(), sql));
    log::detail("Query was: {}", sql);
    return false;
  }

  result<void> copy(standard_table table, const std::string& sql) {
    auto copying = copy_in::begin(on_, sql);
    if (!copying) return fail(std::move(copying).error());
    const std::int64_t total = row_count(table, scale_);
    // Nor did the progress name the table then.
    const std::string_view name = options_.behaviour.is_at_least(17) ? table_name(table) : std::string_view();
    init_progress progress(name, total, options_.quiet, ::isatty(STDERR_FILENO) != 0);
    const clock::time_point start = clock::now();
    std::string rows;
    for (std::int64_t done = 0; done < total;) {
      const std::int64_t next = std::min(total, done + init_progress::step);
      rows.clear();
      append_rows(rows, table, done, next);
      if (auto written = copying->write(rows); !written) return written;
      done = next;
      if (const auto text = progress.at(done, clock::now() - start)) say(*text);
    }
    say(progress.clear());
    if (auto finished = copying->finish(); !finished) return fail(std::move(finished).error());
    return {};
  }

  // COPY FREEZE saves the later vacuum a pass over the table; servers older than 14 gain nothing by it, and it is
  // refused for anything but an ordinary table.
  bool may_freeze(standard_table table) {
    if (std::atoi(std::string(on_.parameter_status("server_version")).c_str()) < 14) return false;
    const auto kind = on_.exec(fmt::format(
        "select relkind from pg_catalog.pg_class where oid = '{}'::pg_catalog.regclass", table_name(table)));
    return kind && !kind->empty() && kind->front().size() == 1 && kind->front()[0].field(0).text() == "r";
  }

  connection& on_;
  const init_options& options_;
  int scale_;
};

bool quote(const connection& on, std::string& name) {
  auto quoted = on.escape_identifier(name);
  if (!quoted) {
    log::error("{}", quoted.error().text());
    return false;
  }
  name = *std::move(quoted);
  return true;
}

}  // namespace

bool initialize(connection& on, const init_options& options, int scale) {
  initializer steps(on, options, scale);
  std::string times;
  double total_seconds = 0;
  for (const char step : options.steps) {
    const clock::time_point start = clock::now();
    if (!steps.run(step)) return false;
    const double seconds = std::chrono::duration<double>(clock::now() - start).count();
    if (step_name(step).empty()) continue;
    total_seconds += seconds;
    fmt::format_to(std::back_inserter(times), "{}{} {:.2f} s", times.empty() ? "" : ", ", step_name(step), seconds);
  }
  say(fmt::format("done in {:.2f} s ({}).\n", total_seconds, times));
  return true;
}

int run_initialization(const options& options) {
  auto on = open_setup_connection(options.connection, "initialization");
  if (!on) return EXIT_FAILURE;
  init_options init = options.init;
  for (std::string* name : {&init.tablespace, &init.index_tablespace}) {
    if (!name->empty() && !quote(*on, *name)) return EXIT_FAILURE;
  }
  return initialize(*on, init, options.scale) ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace pgpipe::app::bench
