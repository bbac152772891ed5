#include "compare/main.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bench/log.hpp"
#include "bench/stop_request.hpp"
#include "compare/cell_runner.hpp"
#include "compare/comparison_json.hpp"
#include "compare/interruption.hpp"
#include "compare/options.hpp"
#include "compare/preset.hpp"
#include "compare/report.hpp"
#include "compare/rounds.hpp"
#include "compare/scratch_folder.hpp"
#include "compare/surroundings.hpp"
#include "embedded/running_clusters.hpp"
#include "results/whole_file.hpp"

namespace pgpipe::app::compare {
namespace {

int refuse(const error& why) {
  bench::log::error("{}", why.text());
  return EXIT_FAILURE;
}

// Everything that is known before something runs.
struct plan {
  layout what;
  words arguments;
  std::vector<std::string> setup;
  server_wishes wishes;
  bool embedded = false;
};

// The words of the command line come last, so that they win over a preset's.
result<plan> make_plan(const options& asked, const scratch_folder& folder) {
  plan made;
  made.arguments = without_flag(asked.bench, "--embedded", "--em");
  if (asked.preset.empty()) {
    auto what = make_layout(asked.axes);
    if (!what) return fail(what.error());
    made.what = *std::move(what);
    made.embedded = made.arguments.size() != asked.bench.size();
  } else {
    const auto found = find_preset(asked.preset);
    if (!found) return fail(found.error());
    const preset& chosen = **found;
    prepared_comparison prepared = chosen.prepare(folder.path(), asked.is_short);
    made.embedded = !names_server(made.arguments);
    made.what = std::move(prepared.what);
    made.setup = std::move(prepared.setup);
    made.wishes = {.tables = chosen.needs_tables, .tcp = chosen.needs_tcp, .settings = chosen.settings};
    made.arguments.insert(made.arguments.begin(), prepared.arguments.begin(), prepared.arguments.end());
  }
  if (!says_how_long(made.arguments)) made.arguments.insert(made.arguments.begin(), {"-T", "1"});
  return made;
}

tl::expected<void, bench::complaint> check(const plan& made) {
  const auto said = [](std::string text) {
    return tl::make_unexpected(bench::complaint{.message = std::move(text), .detail = {}, .hint = {}, .context = {}});
  };
  if (const auto read = read_bench(made.arguments); !read) return tl::make_unexpected(read.error());
  if (made.embedded && (made.what.row_title == "server" || made.what.column_title == "server")) {
    return said("axis server names the servers: --embedded cannot be added");
  }
  const cell_runner runner(made.arguments, {}, {});
  for (const variant& row : made.what.rows) {
    for (const variant& column : made.what.columns) {
      const variant both = combine(row, column);
      if (!both.scripts.empty() && names_script(made.arguments)) {
        return said("the ways name their own scripts: others cannot be added");
      }
      if (const auto checked = runner.check(both); !checked) return checked;
    }
  }
  return {};
}

void tell_round(int round, std::chrono::nanoseconds time) {
  fmt::print(stderr, "pgpipe: round {} done, {:.1f} s in all\n", round, std::chrono::duration<double>(time).count());
}

// The first ratio of which a --fail-if is true.
std::optional<std::string> held_condition(const options& asked, const cells& measured) {
  for (const condition& each : asked.fail_if) {
    for (std::size_t row = 1; row < measured.size(); ++row) {
      for (const cell& one : measured[row]) {
        if (!each.holds(one.ratio.estimate())) continue;
        return fmt::format("{}: it is {:.3f} for \"{}\"", each.text, one.ratio.estimate(), one.label);
      }
    }
  }
  return std::nullopt;
}

int run(const options& asked) {
  stop_clusters_on_signals();  // at the second signal; the first one is ours
  const interruption signals;
  auto folder = scratch_folder::make();
  if (!folder) return refuse(folder.error());
  auto made = make_plan(asked, *folder);
  if (!made) return refuse(made.error());
  if (const auto checked = check(*made); !checked) {
    print(checked.error());
    return EXIT_FAILURE;
  }
  std::optional<whole_file> json;
  if (!asked.json_file.empty()) {
    auto opened = whole_file::open(asked.json_file);
    if (!opened) return refuse(opened.error());
    json.emplace(*std::move(opened));
  }
  const auto bench = read_bench(made->arguments);
  std::optional<running_server> server;
  if (made->embedded) {
    auto started = start_server(*bench, made->wishes);
    if (!started) return refuse(started.error());
    server.emplace(*std::move(started));
  }
  if (interruption::signal() != 0) return EXIT_FAILURE;
  const bench::connection_options& on = server ? server->connection : bench->connection;
  const cell_runner runner(made->arguments, server ? server->arguments : words(), folder->path());
  const auto begin = std::chrono::steady_clock::now();
  const auto now = [&] { return std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin); };
  const auto run_once = [&](const variant& cell) -> result<sample> {
    if (const auto set_up = run_setup(on, made->setup); !set_up) return fail(set_up.error());
    return runner.run(cell);
  };
  const auto measured =
      run_rounds(made->what, run_once, asked.limits, now, [&](int round, const cells&) { tell_round(round, now()); });
  if (interruption::signal() != 0) return EXIT_FAILURE;
  if (!measured) return refuse(measured.error());
  fmt::print("{}{}", format_report(made->what, *measured), format_summary(made->what, *measured));
  std::fflush(stdout);
  if (json) {
    const auto written = json->commit(format_comparison(asked, made->arguments, made->what, *measured));
    if (!written) return refuse(written.error());
  }
  const auto held = held_condition(asked, *measured);
  if (!held) return EXIT_SUCCESS;
  bench::log::error("--fail-if {}", *held);
  return condition_held;
}

}  // namespace

int main(int argc, char** argv) {
  const auto asked = parse_options(argc, argv);
  if (!asked) {
    bench::log::error("{}", asked.error().text());
    bench::log::hint("Try \"pgpipe compare --help\" for more information.");
    return EXIT_FAILURE;
  }
  if (asked->action == action::help) {
    fmt::print("{}", help_text());
    return EXIT_SUCCESS;
  }
  if (asked->action == action::list_presets) {
    for (const preset& each : presets()) fmt::print("{:<14} {}\n", each.name, each.summary);
    return EXIT_SUCCESS;
  }
  const int status = run(*asked);
  if (const int signal = interruption::signal(); signal != 0) bench::end_by_signal(signal);
  return status;
}

}  // namespace pgpipe::app::compare
