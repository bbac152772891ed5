#include "bench/options.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <getopt.h>
#include <pwd.h>
#include <strings.h>
#include <unistd.h>

#include "bench/builtin.hpp"
#include "bench/compat_option.hpp"
#include "bench/log.hpp"
#include "bench/open_files.hpp"
#include "bench/option_table.hpp"
#include "bench/option_value.hpp"

namespace pgpipe::app::bench {
namespace {

constexpr std::size_t max_scripts = 128;  // pgbench's bound

// A second: who spins longer wants another option.
constexpr int longest_busy_poll_us = 1'000'000;

complaint complaint_of(std::string message) {
  return {.message = std::move(message), .detail = {}, .hint = {}, .context = {}};
}

// Collects the options in the order given, then checks how they go together. Each on_ function knows one group of
// options, and returns false for one of another group.
class option_parser {
 public:
  explicit option_parser(const parse_settings& with) : announce_(with.announce) { options_.behaviour = with.behaviour; }

  tl::expected<options, complaint> parse(int argc, char** argv);

 private:
  using outcome = tl::expected<void, complaint>;

  tl::expected<options, complaint> read(int argc, char** argv);
  outcome apply(int option, const char* value);
  bool on_common(int option, const char* value);
  bool on_init(int option, const char* value);
  bool on_run(int option, const char* value);
  bool on_run_number(int option, const char* value);
  bool on_failure(int option, const char* value);
  bool on_pace(int option, const char* value);
  bool on_script(int option, const char* value);
  bool on_link(int option, const char* value);

  void set_number(int& into, const char* value, std::string_view name, int low, int high);
  void set_init_steps(const char* value);
  void set_max_tries(const char* value);
  void set_partition_method(const char* value);
  void set_mode(std::string_view value);
  void set_loop(std::string_view value);
  void set_window(std::string_view value);
  void set_sync(std::string_view value);
  void add_condition(std::string_view value);
  void set_percentiles(const char* value);
  void set_sampling_rate(const char* value);
  void set_seed(const char* value, std::string_view origin);
  void define_variable(std::string_view definition);
  void add_script(bool is_builtin, const char* value);
  bool complete_builtin(std::string& name);

  outcome set_dbname(int argc, char** argv);
  outcome check();
  outcome check_init();
  outcome check_run();
  outcome check_log();
  outcome check_window();

  void refuse(complaint complaint) { refused_ = tl::make_unexpected(std::move(complaint)); }

  options options_;
  outcome refused_;
  bool announce_;
  bool run_option_seen_ = false;
  bool init_option_seen_ = false;
  bool dbname_given_ = false;
  bool window_given_ = false;
  bool sync_given_ = false;
  std::optional<std::string> log_prefix_;
};

void option_parser::set_number(int& into, const char* value, std::string_view name, int low, int high) {
  const auto number = parse_number(value, name, low, high);
  if (number) {
    into = *number;
  } else {
    refuse(number.error());
  }
}

void option_parser::set_init_steps(const char* value) {
  options_.init.steps = value;
  if (options_.init.steps.empty()) return refuse(complaint_of("no initialization steps specified"));
  for (const char step : options_.init.steps) {
    if (std::strchr("dtgGvpf ", step) != nullptr) continue;
    complaint unknown = complaint_of(fmt::format("unrecognized initialization step \"{}\"", step));
    unknown.detail = "Allowed step characters are: \"dtgGvpf\".";
    return refuse(std::move(unknown));
  }
}

void option_parser::set_partition_method(const char* value) {
  if (::strcasecmp(value, "range") == 0) {
    options_.init.partition_method = partition_method::range;
  } else if (::strcasecmp(value, "hash") == 0) {
    options_.init.partition_method = partition_method::hash;
  } else {
    refuse(complaint_of(fmt::format("invalid partition method, expecting \"range\" or \"hash\", got: \"{}\"", value)));
  }
}

void option_parser::set_max_tries(const char* value) {
  const auto tries = parse_max_tries(value);
  if (!tries) return refuse(tries.error());
  options_.max_tries = *tries;
}

void option_parser::set_mode(std::string_view value) {
  for (const query_mode mode : {query_mode::simple, query_mode::extended, query_mode::prepared}) {
    if (value == to_string(mode)) {
      options_.mode = mode;
      return;
    }
  }
  refuse(complaint_of(fmt::format("invalid query mode (-M): \"{}\"", value)));
}

void option_parser::set_loop(std::string_view value) {
  for (const loop_kind kind : {loop_kind::automatic, loop_kind::epoll, loop_kind::io_uring, loop_kind::poll}) {
    if (value == to_string(kind)) {
      options_.loop = kind;
      return;
    }
  }
  refuse(complaint_of(fmt::format("invalid loop (--loop): \"{}\", expected auto, epoll, io_uring or poll", value)));
}

void option_parser::set_window(std::string_view value) {
  window_given_ = true;
  options_.window.blocks = value == "block";
  if (value != "block" && value != "slide") {
    refuse(complaint_of(fmt::format("invalid window (--window): \"{}\", expected slide or block", value)));
  }
}

// Isolated statements are a window without bounds, whose answers are awaited at the end.
void option_parser::set_sync(std::string_view value) {
  sync_given_ = true;
  options_.window.atomic = value == "atomic";
  if (value != "atomic" && value != "isolated") {
    refuse(complaint_of(fmt::format("invalid --sync: \"{}\", expected atomic or isolated", value)));
  }
}

void option_parser::add_condition(std::string_view value) {
  auto read = parse_condition(value);
  if (!read) return refuse(complaint_of(read.error().text()));
  if (read->metric == "ratio")
    return refuse(complaint_of("--fail-if ratio is for pgpipe compare: a run alone has no ratio"));
  options_.fail_if.push_back(*std::move(read));
}

void option_parser::set_percentiles(const char* value) {
  auto percentiles = parse_percentiles(value);
  if (!percentiles) return refuse(std::move(percentiles.error()));
  options_.percentiles = *std::move(percentiles);
}

void option_parser::set_sampling_rate(const char* value) {
  const auto rate = parse_sampling_rate(value);
  if (!rate) return refuse(rate.error());
  options_.sampling_rate = *rate;
}

void option_parser::set_seed(const char* value, std::string_view origin) {
  auto seed = parse_random_seed(value);
  if (!seed) {
    seed.error().context = fmt::format("error while setting random seed from {}", origin);
    return refuse(std::move(seed.error()));
  }
  options_.random_seed = *seed;
  if (announce_) log::info("setting random seed to {}", *seed);
}

void option_parser::define_variable(std::string_view definition) {
  const std::size_t equals = definition.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == definition.size()) {
    return refuse(complaint_of(fmt::format("invalid variable definition: \"{}\"", definition)));
  }
  options_.variables.emplace_back(definition.substr(0, equals), definition.substr(equals + 1));
}

void option_parser::add_script(bool is_builtin, const char* value) {
  auto script = parse_script_choice(value);
  if (!script) return refuse(std::move(script.error()));
  if (options_.scripts.size() == max_scripts) {
    return refuse(complaint_of(fmt::format("at most {} SQL scripts are allowed", max_scripts)));
  }
  script->is_builtin = is_builtin;
  if (is_builtin && !complete_builtin(script->name)) return;
  options_.scripts.push_back(*std::move(script));
}

// Replaces a prefix by the whole name.
bool option_parser::complete_builtin(std::string& name) {
  const auto found = find_builtin(name);
  if (!found) {
    refuse(complaint_of(found.error().text() + '\n' + list_builtins()));
    return false;
  }
  name = (*found)->name;
  return true;
}

bool option_parser::on_common(int option, const char* value) {
  switch (option) {
    case 'd':
      if (!options_.behaviour.is_at_least(17)) return options_.debug = true;
      options_.connection.dbname = value;
      dbname_given_ = true;
      return true;
    case 'h': options_.connection.host = value; return true;
    case 'p': options_.connection.port = value; return true;
    case 'U': options_.connection.user = value; return true;
    case 'n': options_.no_vacuum = true; return true;
    case 'i': options_.action = action::initialize; return true;
    case 's':
      options_.scale_given = true;
      set_number(options_.scale, value, "-s/--scale", 1, INT_MAX);
      return true;
    case long_option::debug: options_.debug = true; return true;
    default: return false;
  }
}

bool option_parser::on_init(int option, const char* value) {
  switch (option) {
    case 'F': set_number(options_.init.fillfactor, value, "-F/--fillfactor", 10, 100); return true;
    case 'I': set_init_steps(value); return true;
    case 'q': options_.init.quiet = true; return true;
    case long_option::foreign_keys: options_.init.foreign_keys = true; return true;
    case long_option::index_tablespace: options_.init.index_tablespace = value; return true;
    case long_option::partition_method: set_partition_method(value); return true;
    case long_option::partitions: set_number(options_.init.partitions, value, "--partitions", 0, INT_MAX); return true;
    case long_option::tablespace: options_.init.tablespace = value; return true;
    case long_option::unlogged_tables: options_.init.unlogged_tables = true; return true;
    default: return false;
  }
}

bool option_parser::on_script(int option, const char* value) {
  switch (option) {
    case 'b': add_script(true, value); return true;
    case 'f': add_script(false, value); return true;
    case 'N': add_script(true, "simple-update"); return true;
    case 'S': add_script(true, "select-only"); return true;
    default: return false;
  }
}

bool option_parser::on_run_number(int option, const char* value) {
  int number = 0;
  switch (option) {
    case 'c':
      set_number(options_.clients, value, options_.behaviour.is_at_least(16) ? "-c/--clients" : "-c/--client", 1,
                 INT_MAX);
      if (refused_) refused_ = allow_open_files(options_.clients);
      return true;
    case long_option::aggregate_interval:
      set_number(number, value, "--aggregate-interval", 1, INT_MAX);
      options_.aggregate_interval = std::chrono::seconds(number);
      return true;
    case long_option::warm_up:
      set_number(number, value, "--warmup", 1, INT_MAX);
      options_.warm_up = std::chrono::seconds(number);
      return true;
    case long_option::busy_poll:
      set_number(number, value, "--busy-poll", 1, longest_busy_poll_us);
      options_.busy_poll = std::chrono::microseconds(number);
      return true;
    case long_option::depth: set_number(options_.window.depth, value, "--depth", 1, INT_MAX); return true;
    case 'j': set_number(options_.threads, value, "-j/--jobs", 1, INT_MAX); return true;
    case 'P':
      set_number(number, value, "-P/--progress", 1, INT_MAX);
      options_.progress = std::chrono::seconds(number);
      return true;
    case 't':
      set_number(number, value, "-t/--transactions", 1, INT_MAX);
      options_.transactions = number;
      return true;
    case 'T':
      set_number(number, value, "-T/--time", 1, INT_MAX);
      options_.duration = std::chrono::seconds(number);
      return true;
    default: return false;
  }
}

bool option_parser::on_failure(int option, const char* value) {
  switch (option) {
    case long_option::max_tries: set_max_tries(value); return true;
    case long_option::failures_detailed: options_.failures_detailed = true; return true;
    case long_option::verbose_errors: options_.verbose_errors = true; return true;
    case long_option::exit_on_abort: options_.exit_on_abort = true; return true;
    case long_option::continue_on_error: options_.continue_on_error = true; return true;
    default: return false;
  }
}

bool option_parser::on_pace(int option, const char* value) {
  switch (option) {
    case 'R':
      if (const auto rate = parse_rate(value)) {
        options_.rate = *rate;
      } else {
        refuse(rate.error());
      }
      return true;
    case 'L':
      if (const auto limit = parse_latency_limit(value)) {
        options_.latency_limit = *limit;
      } else {
        refuse(limit.error());
      }
      return true;
    default: return false;
  }
}

bool option_parser::on_link(int option, const char* value) {
  const int place = option - long_option::first_of_link;
  if (place < 0 || place >= static_cast<int>(delay::link_option_names().size())) return false;
  const auto set =
      delay::set_link_option(options_.link, delay::link_option_names()[static_cast<std::size_t>(place)], value);
  if (!set) refuse(complaint_of(set.error().text()));
  return true;
}

bool option_parser::on_run(int option, const char* value) {
  switch (option) {
    case 'C': options_.connect = true; return true;
    case 'D': define_variable(value); return true;
    case 'l': options_.log = true; return true;
    case 'M': set_mode(value); return true;
    case 'r': options_.report_per_command = true; return true;
    case 'v': options_.vacuum_all = true; return true;
    case long_option::sampling_rate: set_sampling_rate(value); return true;
    case long_option::log_prefix: log_prefix_ = value; return true;
    case long_option::percentiles: set_percentiles(value); return true;
    case long_option::random_seed: set_seed(value, "--random-seed option"); return true;
    case long_option::think_time: options_.think_time = true; return true;
    case long_option::progress_timestamp: options_.progress_timestamp = true; return true;
    case long_option::embedded: options_.embedded = true; return true;
    case long_option::no_describe: options_.describe = false; return true;
    case long_option::loop: set_loop(value); return true;
    case long_option::window: set_window(value); return true;
    case long_option::sync: set_sync(value); return true;
    case long_option::write_messages: options_.write_messages = true; return true;
    case long_option::json: options_.json_file = value; return true;
    case long_option::hdr_log: options_.hdr_log_file = value; return true;
    case long_option::fail_if: add_condition(value); return true;
    default:
      return on_run_number(option, value) || on_script(option, value) || on_failure(option, value) ||
             on_pace(option, value) || on_link(option, value);
  }
}

option_parser::outcome option_parser::apply(int option, const char* value) {
  if (on_init(option, value)) {
    init_option_seen_ = true;
  } else if (on_run(option, value)) {
    run_option_seen_ = true;
  } else {
    on_common(option, value);
  }
  return refused_;
}

// Without -d and a name on the command line pgbench takes the variables and the operating system's user, not -U.
option_parser::outcome option_parser::set_dbname(int argc, char** argv) {
  if (!dbname_given_ && optind < argc) {
    options_.connection.dbname = argv[optind++];
    dbname_given_ = true;
  }
  if (optind < argc) {
    complaint extra = complaint_of(fmt::format("too many command-line arguments (first is \"{}\")", argv[optind]));
    extra.hint = help_hint();
    return tl::make_unexpected(std::move(extra));
  }
  if (dbname_given_) return {};
  for (const char* variable : {"PGDATABASE", "PGUSER"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    options_.connection.dbname = value;
    return {};
  }
  if (const passwd* user = ::getpwuid(::geteuid())) options_.connection.dbname = user->pw_name;
  return {};
}

option_parser::outcome option_parser::check_init() {
  const auto refusal = [](std::string text) { return tl::make_unexpected(complaint_of(std::move(text))); };
  if (run_option_seen_) return refusal("some of the specified options cannot be used in initialization (-i) mode");
  init_options& init = options_.init;
  init.behaviour = options_.behaviour;
  if (init.partitions == 0 && init.partition_method != partition_method::none) {
    return refusal("--partition-method requires greater than zero --partitions");
  }
  if (init.partitions > 0 && init.partition_method == partition_method::none) {
    init.partition_method = partition_method::range;
  }
  std::string& steps = init.steps;
  if (options_.no_vacuum) std::replace(steps.begin(), steps.end(), 'v', ' ');
  if (init.foreign_keys && steps.find('f') == std::string::npos) steps += 'f';
  return {};
}

option_parser::outcome option_parser::check_run() {
  const auto refusal = [](std::string text) { return tl::make_unexpected(complaint_of(std::move(text))); };
  if (options_.scripts.empty()) options_.scripts.push_back({true, "tpcb-like", 1});
  const auto runs = [](const script_choice& script) { return script.weight > 0; };
  if (std::none_of(options_.scripts.begin(), options_.scripts.end(), runs)) {
    return refusal("total script weight must not be zero");
  }
  if (init_option_seen_) return refusal("some of the specified options cannot be used in benchmarking mode");
  if (options_.transactions && options_.duration) {
    return refusal("specify either a number of transactions (-t) or a duration (-T), not both");
  }
  if (!options_.transactions && !options_.duration) options_.transactions = 10;
  if (outcome log = check_log(); !log) return log;
  if (outcome window = check_window(); !window) return window;
  if (options_.progress_timestamp && options_.progress.count() == 0) {
    return refusal("--progress-timestamp is allowed only under --progress");
  }
  if (options_.max_tries == 0 && !options_.latency_limit && !options_.duration) {
    return refusal("an unlimited number of transaction tries can only be used with --latency-limit or a duration (-T)");
  }
  const connection_options& to = options_.connection;
  if (options_.embedded && (!to.host.empty() || !to.port.empty() || dbname_given_)) {
    return refusal("--embedded runs a server of its own: it cannot be used together with -h, -p or a database name");
  }
  options_.threads = std::min(options_.threads, options_.clients);
  // An event queue for each thread and perhaps a log, and one event for all; for a link two more connections a client.
  const int of_link = options_.link.is_plain() ? 0 : 2 * std::min(options_.clients, INT_MAX / 8);
  return allow_open_files(options_.clients, of_link + options_.threads * (options_.log ? 2 : 1) + 1);
}

option_parser::outcome option_parser::check_log() {
  const auto refusal = [](std::string text) { return tl::make_unexpected(complaint_of(std::move(text))); };
  const auto& interval = options_.aggregate_interval;
  if (options_.sampling_rate && !options_.log) {
    return refusal("log sampling (--sampling-rate) is allowed only when logging transactions (-l)");
  }
  if (options_.sampling_rate && interval) {
    return refusal(
        "log sampling (--sampling-rate) and aggregation (--aggregate-interval) cannot be used at the same time");
  }
  if (interval && !options_.log) return refusal("log aggregation is allowed only when actually logging transactions");
  if (log_prefix_ && !options_.log) {
    return refusal("log file prefix (--log-prefix) is allowed only when logging transactions (-l)");
  }
  if (log_prefix_) options_.log_prefix = *log_prefix_;
  if (!interval || !options_.duration) return {};
  if (*interval > *options_.duration) {
    return refusal(fmt::format("number of seconds for aggregation ({}) must not be higher than test duration ({})",
                               interval->count(), options_.duration->count()));
  }
  if (options_.duration->count() % interval->count() != 0) {
    return refusal(fmt::format("duration ({}) must be a multiple of aggregation interval ({})",
                               options_.duration->count(), interval->count()));
  }
  return {};
}

option_parser::outcome option_parser::check_window() {
  const auto refusal = [](std::string text) { return tl::make_unexpected(complaint_of(std::move(text))); };
  if (sync_given_ && options_.window.depth != 0) return refusal("--sync and --depth cannot be used together");
  if (options_.window.atomic && options_.mode == query_mode::simple) {
    return refusal("--sync=atomic needs the extended query protocol: use -M extended or -M prepared");
  }
  if (sync_given_ && !options_.window.atomic) options_.window = {.depth = INT_MAX, .blocks = true};
  if (options_.window.depth == 0 && window_given_) return refusal("--window is allowed only with --depth");
  if (options_.window.depth != 0 && options_.report_per_command) {
    return refusal("statements that are not waited for have no latency: -r cannot be used together with --depth");
  }
  return {};
}

option_parser::outcome option_parser::check() {
  return options_.action == action::initialize ? check_init() : check_run();
}

tl::expected<options, complaint> option_parser::parse(int argc, char** argv) {
  auto taken = take_compat_option(argc, argv);
  if (!taken) return tl::make_unexpected(std::move(taken.error()));
  if (taken->version) options_.behaviour = compatibility(*taken->version);
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "--help" || first == "-?") options_.action = action::help;
  if (first == "--version" || first == "-V") options_.action = action::version;
  if (options_.action != action::run) return options_;
  return read(static_cast<int>(taken->arguments.size()) - 1, taken->arguments.data());
}

tl::expected<options, complaint> option_parser::read(int argc, char** argv) {
  options_.random_seed = seed_from_clock();
  if (const char* seed = std::getenv("PGBENCH_RANDOM_SEED")) {
    set_seed(seed, "PGBENCH_RANDOM_SEED environment variable");
    if (!refused_) return tl::make_unexpected(refused_.error());
  }
  const option_table known(options_.behaviour);
  optind = 0;  // glibc: forget the command line that was read before
  opterr = 0;  // the complaints are ours
  for (;;) {
    const int option = ::getopt_long(argc, argv, known.short_options(), known.long_options(), nullptr);
    if (option == -1) break;
    if (option == '?' || option == ':') {
      return tl::make_unexpected(known.explain_bad_option(option, argv[optind - 1]));
    }
    if (option == 'b' && std::strcmp(optarg, "list") == 0) {
      options_.action = action::list_builtins;
      return options_;
    }
    if (option == long_option::show_script) {
      options_.action = action::show_script;
      options_.shown_script = optarg;
      if (!complete_builtin(options_.shown_script)) return tl::make_unexpected(refused_.error());
      return options_;
    }
    if (const outcome applied = apply(option, optarg); !applied) return tl::make_unexpected(applied.error());
  }
  if (const outcome named = set_dbname(argc, argv); !named) return tl::make_unexpected(named.error());
  if (const outcome checked = check(); !checked) return tl::make_unexpected(checked.error());
  return options_;
}

}  // namespace

bool options::uses_builtin() const {
  return std::any_of(scripts.begin(), scripts.end(), [](const script_choice& script) { return script.is_builtin; });
}

tl::expected<options, complaint> parse_options(int argc, char** argv, const parse_settings& with) {
  return option_parser(with).parse(argc, argv);
}

void print(const complaint& complaint) {
  log::error("{}", complaint.message);
  if (!complaint.detail.empty()) log::detail("{}", complaint.detail);
  if (!complaint.hint.empty()) log::hint("{}", complaint.hint);
  if (!complaint.context.empty()) log::error("{}", complaint.context);
}

}  // namespace pgpipe::app::bench
