#include "bench/engine.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <pgpipe/client/surroundings.hpp>

#include "bench/conninfo.hpp"
#include "bench/event_loop.hpp"
#include "bench/fold_constants.hpp"
#include "bench/kept_results.hpp"
#include "bench/log.hpp"
#include "bench/program_loader.hpp"
#include "bench/report.hpp"
#include "bench/run_plan.hpp"
#include "bench/run_setup.hpp"
#include "bench/run_threads.hpp"
#include "bench/stop_request.hpp"
#include "delay/proxy_thread.hpp"

namespace pgpipe::app::bench {
namespace {

constexpr int could_not_begin = 1;
constexpr int client_aborted = 2;

void warn_of_busy_threads(int busy, int threads) {
  log::warning("{} of {} threads used a processor more than 90% of the time: this program may be the bottleneck", busy,
               threads);
  log::hint("Use more threads (-j), where there are processors for them, or run on another machine than the server.");
}

// Whether more of a schedule was left when the time was over than what clients may have just had before them.
bool fell_behind(const options& options, std::int64_t dropped) {
  if (!options.rate || !options.duration || !options.behaviour.allows_extras()) return false;
  const double planned = *options.rate * static_cast<double>(options.duration->count());
  return dropped > options.clients && static_cast<double>(dropped) > 0.01 * planned;
}

void warn_of_dropped_work(std::int64_t dropped, int clients) {
  log::warning("{} transactions of the schedule were never started: it asked for more than {} clients could do",
               dropped, clients);
  log::hint("Use more clients (-c), or a lower rate (-R).");
}

// What every client begins with; nothing when -D names what cannot be a variable.
std::optional<variables> initial_variables(const options& options, const variable_names& names) {
  variables initial(names);
  for (const auto& [name, text] : options.variables) {
    if (initial.set(name, text)) continue;
    log::error("invalid variable name: \"{}\"", name);
    return std::nullopt;
  }
  return initial;
}

report_data make_report(const options& options, const run_setup& setup, const run_plan& plan, run_outcome outcome) {
  report_data data;
  for (std::size_t i = 0; i != plan.program.scripts.size(); ++i) {
    const script& ran = plan.program.scripts[i];
    script_report& told = data.scripts.emplace_back();
    told.label = ran.label;
    told.weight = plan.program.weights[i];
    told.transactions = outcome.statistics.scripts[i].transactions;
    told.commands = std::move(outcome.statistics.scripts[i].commands);
    for (const command& each : ran.commands) told.command_texts.push_back(each.first_line);
  }
  data.behaviour = options.behaviour;
  data.scale = setup.scale;
  data.partitioning = setup.partitioning;
  data.mode = options.mode;
  data.clients = options.clients;
  data.threads = options.threads;
  if (options.loop) data.loop = outcome.loop;
  data.transactions_per_client = options.transactions;
  data.duration = options.duration.value_or(std::chrono::seconds(0));
  data.connect = options.connect;
  data.max_tries = options.max_tries;
  data.throttled = options.rate.has_value();
  if (const auto limit = options.latency_limit) {
    data.latency_limit_ms = std::chrono::duration<double, std::milli>(*limit).count();
  }
  data.failures_detailed = options.failures_detailed;
  if (options.rate && options.behaviour.allows_extras()) data.open_loop = outcome.statistics.open_loop;
  data.progress = options.progress.count() != 0;
  data.report_per_command = options.report_per_command;
  data.percentiles = options.percentiles;
  data.command_percentiles = options.behaviour.allows_extras();
  data.benchmark_time = outcome.benchmark_time;
  if (outcome.signal != 0 && options.behaviour.allows_extras()) data.ended_by = signal_name(outcome.signal);
  data.connecting = std::move(outcome.statistics.connecting);
  data.connection_time = options.connect ? data.connecting.sum() : outcome.connection_time;
  return data;
}

std::optional<run_plan> make_plan(const options& options, variable_names& names) {
  run_plan plan;
  auto loaded = load_program(options, names);
  if (!loaded) {
    log::error("{}", loaded.error().text());
    return std::nullopt;
  }
  plan.program = *std::move(loaded);
  plan.behaviour = options.behaviour;
  plan.mode = options.mode;
  plan.reconnect = options.connect;
  plan.report_per_command = options.report_per_command;
  plan.transactions = options.transactions;
  plan.duration = options.duration;
  plan.warm_up = options.warm_up;
  plan.think_time = options.think_time;
  plan.window = options.window;
  plan.busy_poll = options.busy_poll;
  plan.write_messages = options.write_messages;
  if (const auto interval = options.aggregate_interval) {
    plan.log_intervals = {.interval = *interval, .other_failures = options.behaviour.is_at_least(19)};
  }
  plan.rate = options.rate;
  plan.retry = {.max_tries = options.max_tries, .latency_limit = options.latency_limit};
  plan.keeps_series = !options.json_file.empty() || !options.hdr_log_file.empty();
  plan.counts_more_than_latency = options.rate || options.latency_limit || options.max_tries != 1 || plan.keeps_series;
  plan.failures_detailed = options.failures_detailed;
  plan.verbose_errors = options.verbose_errors;
  plan.exit_on_abort = options.exit_on_abort;
  plan.continue_on_error = options.continue_on_error;
  plan.debug = options.debug;
  plan.measures_costs = !options.json_file.empty();
  return plan;
}

// --debug begins with it.
void trace_settings(const options& options, const protocol::connect_options& connection) {
  const protocol::host_spec& first = connection.hosts.front();
  log::debug("pghost: {} pgport: {} nclients: {} {}: {} dbName: {}", first.host, first.port, options.clients,
             options.duration ? "duration" : "nxacts",
             options.duration ? options.duration->count() : options.transactions.value_or(0), connection.dbname);
}

bool resolve_connection(const options& options, run_plan& plan) {
  auto conninfo = make_conninfo(options.connection);
  auto connection =
      conninfo ? options_from_conninfo(*conninfo) : result<protocol::connect_options>(fail(conninfo.error()));
  if (connection) {
    plan.connection = *std::move(connection);
    return true;
  }
  log::error("{}", connection.error().text());
  return false;
}

// From here on the clients' connections go over a link, where the options ask for one.
bool start_link(const options& options, run_plan& plan, std::unique_ptr<delay::proxy_thread>& link) {
  if (options.link.is_plain()) return true;
  auto started = delay::proxy_thread::start(plan.connection, options.link, options.random_seed);
  if (!started) {
    log::error("{}", started.error().text());
    return false;
  }
  link = *std::move(started);
  plan.connection = link->through();
  return true;
}

}  // namespace

int run(const options& options) {
  variable_names names;
  intern_automatic(names);
  std::optional<run_plan> plan = make_plan(options, names);
  if (!plan) return could_not_begin;
  const std::optional<variables> initial = initial_variables(options, names);
  if (!initial || !resolve_connection(options, *plan)) return could_not_begin;
  if (const auto offered = check_loop(options.loop.value_or(loop_kind::automatic)); !offered) {
    log::error("{}", offered.error().text());
    return could_not_begin;
  }
  auto kept = kept_results::open(options);
  if (!kept) {
    log::error("{}", kept.error().text());
    return could_not_begin;
  }
  trace_settings(options, plan->connection);
  const std::optional<run_setup> setup = prepare_run(options, plan->connection);
  if (!setup) return could_not_begin;
  variables shared = *initial;
  define_scale(shared, setup->scale);
  fold_constants(plan->program, std::move(shared));
  std::unique_ptr<delay::proxy_thread> link;
  if (!start_link(options, *plan, link)) return could_not_begin;
  std::optional<run_outcome> outcome = run_threads(*plan, options, *initial, setup->scale);
  if (!outcome) return could_not_begin;
  const bool aborted = outcome->aborted;
  const int signal = outcome->signal;
  if (signal == stop_request::client_aborted) {
    log::error("Run was aborted due to an error in thread {}", outcome->aborted_thread);
    return client_aborted;
  }
  if (const auto written = kept->write(options, *setup, *plan, *outcome); !written) {
    log::error("{}", written.error().text());
    return could_not_begin;
  }
  const std::optional<std::string> held = held_condition(options, *outcome);
  const int busy_threads = outcome->busy_threads;
  const std::int64_t dropped = outcome->statistics.open_loop.dropped;
  const std::string text = format_report(make_report(options, *setup, *plan, *std::move(outcome)));
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  if (busy_threads != 0 && options.behaviour.allows_extras()) warn_of_busy_threads(busy_threads, options.threads);
  if (signal == 0 && fell_behind(options, dropped)) warn_of_dropped_work(dropped, options.clients);
  if (signal != 0) {
    log::error("Run was ended by {}; the above results are incomplete.", signal_name(signal));
    return ended_by_signal + signal;
  }
  if (aborted) {
    log::error("{}", aborted_message);
    return client_aborted;
  }
  if (!held) return 0;
  log::error("--fail-if {}", *held);
  return condition_held;
}

}  // namespace pgpipe::app::bench
