#include "bench/option_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/program_name.hpp"

namespace pgpipe::app::bench {
namespace {

int link_option(std::string_view name) {
  const auto names = delay::link_option_names();
  return long_option::first_of_link + static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

const std::vector<option_entry>& option_entries() {
  static const std::vector<option_entry> entries = {
      {"aggregate-interval", required_argument, long_option::aggregate_interval},
      {"bandwidth", required_argument, link_option("bandwidth"), extra_option},
      {"builtin", required_argument, 'b'},
      {"busy-poll", required_argument, long_option::busy_poll, extra_option},
      {"client", required_argument, 'c'},
      {"connect", no_argument, 'C'},
      {"continue-on-error", no_argument, long_option::continue_on_error, 19},
      {"cut-after", required_argument, link_option("cut-after"), extra_option},
      {"dbname", required_argument, 'd', 17},
      {"debug", no_argument, long_option::debug},
      {"define", required_argument, 'D'},
      {"depth", required_argument, long_option::depth, extra_option},
      {"embedded", no_argument, long_option::embedded, extra_option},
      {"exit-on-abort", no_argument, long_option::exit_on_abort, 17},
      {"fail-if", required_argument, long_option::fail_if, extra_option},
      {"failures-detailed", no_argument, long_option::failures_detailed},
      {"file", required_argument, 'f'},
      {"fillfactor", required_argument, 'F'},
      {"foreign-keys", no_argument, long_option::foreign_keys},
      {"hdr-log", required_argument, long_option::hdr_log, extra_option},
      {"host", required_argument, 'h'},
      {"index-tablespace", required_argument, long_option::index_tablespace},
      {"init-steps", required_argument, 'I'},
      {"initialize", no_argument, 'i'},
      {"jitter", required_argument, link_option("jitter"), extra_option},
      {"jobs", required_argument, 'j'},
      {"json", required_argument, long_option::json, extra_option},
      {"latency-limit", required_argument, 'L'},
      {"log", no_argument, 'l'},
      {"log-prefix", required_argument, long_option::log_prefix},
      {"loop", required_argument, long_option::loop, extra_option},
      {"loss-stall", required_argument, link_option("loss-stall"), extra_option},
      {"max-tries", required_argument, long_option::max_tries},
      {"no-describe", no_argument, long_option::no_describe, extra_option},
      {"no-vacuum", no_argument, 'n'},
      {"partition-method", required_argument, long_option::partition_method},
      {"partitions", required_argument, long_option::partitions},
      {"percentiles", required_argument, long_option::percentiles, extra_option},
      {"port", required_argument, 'p'},
      {"progress", required_argument, 'P'},
      {"progress-timestamp", no_argument, long_option::progress_timestamp},
      {"protocol", required_argument, 'M'},
      {"quiet", no_argument, 'q'},
      {"random-seed", required_argument, long_option::random_seed},
      {"rate", required_argument, 'R'},
      {"report-per-command", no_argument, 'r'},
      {"rtt", required_argument, link_option("rtt"), extra_option},
      {"sampling-rate", required_argument, long_option::sampling_rate},
      {"scale", required_argument, 's'},
      {"segment", required_argument, link_option("segment"), extra_option},
      {"select-only", no_argument, 'S'},
      {"show-script", required_argument, long_option::show_script},
      {"skip-some-updates", no_argument, 'N'},
      {"stall-at", required_argument, link_option("stall-at"), extra_option},
      {"sync", required_argument, long_option::sync, extra_option},
      {"tablespace", required_argument, long_option::tablespace},
      {"think-time", no_argument, long_option::think_time, extra_option},
      {"time", required_argument, 'T'},
      {"transactions", required_argument, 't'},
      {"unlogged-tables", no_argument, long_option::unlogged_tables},
      {"username", required_argument, 'U'},
      {"vacuum-all", no_argument, 'v'},
      {"verbose-errors", no_argument, long_option::verbose_errors},
      {"warmup", required_argument, long_option::warm_up, extra_option},
      {"window", required_argument, long_option::window, extra_option},
      {"write-messages", no_argument, long_option::write_messages, extra_option},
  };
  return entries;
}

option_table::option_table(compatibility behaviour)
    : short_options_(behaviour.is_at_least(17) ? ":b:c:Cd:D:f:F:h:iI:j:lL:M:nNp:P:qrR:s:St:T:U:v"
                                               : ":b:c:CdD:f:F:h:iI:j:lL:M:nNp:P:qrR:s:St:T:U:v") {
  for (const option_entry& each : option_entries()) {
    const bool known = each.since == extra_option ? behaviour.allows_extras() : behaviour.is_at_least(each.since);
    if (known) long_options_.push_back({each.name, each.has_arg, nullptr, each.value});
  }
  long_options_.push_back({nullptr, 0, nullptr, 0});
}

complaint option_table::explain_bad_option(int returned, std::string_view argument) const {
  return {.message = explain(returned, argument), .detail = {}, .hint = help_hint(), .context = {}};
}

std::string option_table::explain(int returned, std::string_view argument) const {
  const bool is_long = argument.starts_with("--");
  if (returned == ':') {
    return is_long ? fmt::format("option '--{}' requires an argument", full_name(optopt))
                   : fmt::format("option requires an argument -- '{}'", static_cast<char>(optopt));
  }
  if (optopt == 0) return explain_unknown(argument);
  const std::string_view name = full_name(optopt);  // known, so the option was given a value that it does not take
  return name.empty() ? fmt::format("invalid option -- '{}'", static_cast<char>(optopt))
                      : fmt::format("option '--{}' doesn't allow an argument", name);
}

// `argument` is "--name" or "--name=value", and getopt_long could not find the one option it means.
std::string option_table::explain_unknown(std::string_view argument) const {
  const std::string_view prefix = argument.substr(2, argument.find('=') - 2);
  std::string candidates;
  int count = 0;
  for (const ::option* each = long_options(); each->name != nullptr; ++each) {
    if (!std::string_view(each->name).starts_with(prefix)) continue;
    candidates += fmt::format(" '--{}'", each->name);
    ++count;
  }
  if (count < 2) return fmt::format("unrecognized option '{}'", argument);
  return fmt::format("option '{}' is ambiguous; possibilities:{}", argument, candidates);
}

std::string_view option_table::full_name(int value) const {
  for (const ::option* each = long_options(); each->name != nullptr; ++each) {
    if (each->val == value) return each->name;
  }
  return {};
}

std::string help_hint() { return fmt::format("Try \"{} --help\" for more information.", command_name()); }

}  // namespace pgpipe::app::bench
