#include "bench/run_threads.hpp"

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <pgpipe/net/wait.hpp>

#include "bench/log.hpp"
#include "bench/progress.hpp"
#include "bench/run_board.hpp"
#include "bench/run_seeds.hpp"
#include "bench/stop_request.hpp"
#include "bench/worker.hpp"

namespace pgpipe::app::bench {
namespace {

using time_point = std::chrono::steady_clock::time_point;

// The threads' parts of a run, made before the first of them starts.
struct crew {
  std::vector<live_counters> counters;
  std::vector<std::unique_ptr<worker>> workers;
  loop_kind loop;
};

std::vector<std::size_t> command_counts(const program& program) {
  std::vector<std::size_t> counts;
  counts.reserve(program.scripts.size());
  for (const script& each : program.scripts) counts.push_back(each.commands.size());
  return counts;
}

result<std::unique_ptr<thread_context>> make_context(const run_plan& plan, const options& options, int thread,
                                                     live_counters& counters, const thread_random& random,
                                                     event_loop loop) {
  auto context = std::make_unique<thread_context>(plan, counters, std::move(loop), random.script_choice);
  if (plan.rate) {
    context->throttle.emplace(*plan.rate, static_cast<std::size_t>(options.threads), random.throttle);
  }
  context->number = thread;
  context->statistics = thread_statistics(command_counts(plan.program));
  if (options.log) {
    auto log = transaction_log::open(options.log_prefix, thread);
    if (!log) return fail(std::move(log).error());
    context->log.emplace(*std::move(log));
    if (options.sampling_rate) context->log->sample(*options.sampling_rate, random.log_sampling);
  }
  return context;
}

// Clients are dealt to the threads in blocks, as evenly as possible, as pgbench deals them.
std::vector<std::size_t> deal_clients(std::size_t clients, std::size_t threads) {
  std::vector<std::size_t> shares;
  for (std::size_t left = threads; left != 0; --left) {
    shares.push_back((clients + left - 1) / left);
    clients -= shares.back();
  }
  return shares;
}

result<crew> make_crew(const run_plan& plan, const options& options, const variables& initial, int scale) {
  const variable_slot default_seed = initial.names().find("default_seed");
  const bool draws_default_seed = default_seed == no_variable || !initial.is_defined(default_seed);
  const auto clients = static_cast<std::size_t>(options.clients);
  const auto threads = static_cast<std::size_t>(options.threads);
  run_seeds seeds = make_run_seeds(options.random_seed, clients, threads, draws_default_seed);
  const std::vector<std::size_t> shares = deal_clients(clients, threads);
  auto loops = make_loops(options.loop.value_or(loop_kind::automatic), shares);
  if (!loops) return fail(std::move(loops).error());
  crew made{std::vector<live_counters>(threads), {}, loops->front().kind()};
  std::size_t id = 0;
  for (std::size_t i = 0; i != threads; ++i) {
    auto context =
        make_context(plan, options, static_cast<int>(i), made.counters[i], seeds.threads[i], std::move((*loops)[i]));
    if (!context) return fail(std::move(context).error());
    made.workers.push_back(std::make_unique<worker>(*std::move(context)));
    for (std::size_t n = shares[i]; n != 0; --n, ++id) {
      variables own = initial;
      define_automatic(own, {.scale = scale,
                             .client_id = static_cast<std::int64_t>(id),
                             .random_seed = options.random_seed,
                             .default_seed = seeds.default_seed});
      made.workers.back()->add_client(static_cast<int>(id), seeds.clients[id], std::move(own));
    }
  }
  return made;
}

// How often a read that blocks is interrupted, until it is: it may not have begun when it is the first time.
constexpr std::chrono::milliseconds interruption{10};

// A thread that was busier than this may have kept transactions waiting.
constexpr double busy = 0.9;
// The busy share of a shorter run says nothing about a long one.
constexpr std::chrono::seconds telling_time{1};

// Prints progress until all workers are finished, which a stop makes them at once.
void attend(const options& options, const crew& running, run_board& board, const stop_request& stop, time_point start) {
  progress_settings settings;
  settings.interval = options.progress;
  settings.warm_up = options.warm_up;
  settings.timestamp = options.progress_timestamp;
  settings.throttled = options.rate.has_value();
  settings.latency_limit = options.latency_limit.has_value();
  settings.retries = options.max_tries != 1;
  progress_reporter reporter(settings, running.counters, start);
  while (!board.is_finished() && !stop.is_requested()) {
    const net::wait_outcome woken = net::wait(stop.fd(), net::interest::readable, reporter.due());
    if (woken.timed_out()) reporter.report(std::chrono::steady_clock::now());
  }
  while (!board.wait_finished(std::chrono::steady_clock::now() + interruption)) {
    for (const auto& each : running.workers) each->interrupt();
  }
}

// The common start; nothing when the run is given up.
std::optional<time_point> run_crew(const options& options, const crew& running, stop_request& stop) {
  run_board board(running.workers.size());
  signals_stop_run signals(stop);
  std::vector<std::jthread> threads;
  threads.reserve(running.workers.size());
  for (const auto& each : running.workers) {
    threads.emplace_back([&board, &stop, &each] {
      each->run(board, stop);
      if (board.is_finished()) stop.wake();
    });
  }
  const std::optional<time_point> start = board.start();
  if (start) {
    signals.begin();
    attend(options, running, board, stop, *start);
  }
  return start;
}

}  // namespace

std::optional<run_outcome> run_threads(const run_plan& plan, const options& options, const variables& variables,
                                       int scale) {
  auto made = make_crew(plan, options, variables, scale);
  if (!made) {
    log::error("{}", made.error().text());
    return std::nullopt;
  }
  auto stop = stop_request::make();
  if (!stop) {
    log::error("{}", stop.error().text());
    return std::nullopt;
  }
  const time_point begin = std::chrono::steady_clock::now();
  run_outcome outcome;
  const std::optional<time_point> start = run_crew(options, *made, *stop);
  if (!start) return std::nullopt;
  outcome.start = std::chrono::system_clock::now() + std::chrono::duration_cast<std::chrono::system_clock::duration>(
                                                         *start + plan.warm_up - std::chrono::steady_clock::now());
  outcome.statistics = thread_statistics(command_counts(plan.program));
  outcome.connection_time = *start - begin;
  outcome.signal = stop->signal();
  outcome.loop = made->loop;
  if (plan.measures_costs) outcome.costs = made->workers.front()->costs();
  for (const auto& each : made->workers) {
    if (plan.measures_costs && each != made->workers.front()) outcome.costs.merge(each->costs());
    outcome.statistics.merge(each->statistics());
    if (plan.keeps_series) merge_series(outcome.series, each->series());
    const std::chrono::nanoseconds measured = each->end() - (*start + plan.warm_up);
    outcome.benchmark_time = std::max(outcome.benchmark_time, measured);
    if (each->was_aborted()) {
      outcome.aborted = true;
      outcome.aborted_thread = each->number();
    }
    if (each->busy_share() > busy && each->end() - *start >= telling_time) ++outcome.busy_threads;
  }
  if (plan.keeps_series) fit_series(outcome.series, outcome.benchmark_time, plan.program.scripts.size());
  return outcome;
}

}  // namespace pgpipe::app::bench
