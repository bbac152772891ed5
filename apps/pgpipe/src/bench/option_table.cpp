#include "bench/option_table.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

namespace pgpipe::app::bench {

const ::option long_options[] = {
    {"aggregate-interval", required_argument, nullptr, long_option::aggregate_interval},
    {"builtin", required_argument, nullptr, 'b'},
    {"client", required_argument, nullptr, 'c'},
    {"connect", no_argument, nullptr, 'C'},
    {"dbname", required_argument, nullptr, 'd'},
    {"debug", no_argument, nullptr, long_option::debug},
    {"define", required_argument, nullptr, 'D'},
    {"embedded", no_argument, nullptr, long_option::embedded},
    {"file", required_argument, nullptr, 'f'},
    {"fillfactor", required_argument, nullptr, 'F'},
    {"foreign-keys", no_argument, nullptr, long_option::foreign_keys},
    {"host", required_argument, nullptr, 'h'},
    {"init-steps", required_argument, nullptr, 'I'},
    {"initialize", no_argument, nullptr, 'i'},
    {"jobs", required_argument, nullptr, 'j'},
    {"log", no_argument, nullptr, 'l'},
    {"log-prefix", required_argument, nullptr, long_option::log_prefix},
    {"no-describe", no_argument, nullptr, long_option::no_describe},
    {"no-vacuum", no_argument, nullptr, 'n'},
    {"percentiles", required_argument, nullptr, long_option::percentiles},
    {"port", required_argument, nullptr, 'p'},
    {"progress", required_argument, nullptr, 'P'},
    {"protocol", required_argument, nullptr, 'M'},
    {"quiet", no_argument, nullptr, 'q'},
    {"random-seed", required_argument, nullptr, long_option::random_seed},
    {"report-per-command", no_argument, nullptr, 'r'},
    {"sampling-rate", required_argument, nullptr, long_option::sampling_rate},
    {"scale", required_argument, nullptr, 's'},
    {"select-only", no_argument, nullptr, 'S'},
    {"show-script", required_argument, nullptr, long_option::show_script},
    {"skip-some-updates", no_argument, nullptr, 'N'},
    {"think-time", no_argument, nullptr, long_option::think_time},
    {"time", required_argument, nullptr, 'T'},
    {"transactions", required_argument, nullptr, 't'},
    {"unlogged-tables", no_argument, nullptr, long_option::unlogged_tables},
    {"username", required_argument, nullptr, 'U'},
    {"vacuum-all", no_argument, nullptr, 'v'},
    {"warmup", required_argument, nullptr, long_option::warm_up},
    {nullptr, 0, nullptr, 0},
};

namespace {

std::vector<std::string_view> long_options_starting(std::string_view prefix) {
  std::vector<std::string_view> names;
  for (const ::option* each = long_options; each->name != nullptr; ++each) {
    const std::string_view name = each->name;
    if (name.starts_with(prefix)) names.push_back(name);
  }
  return names;
}

// `argument` is "--name" or "--name=value", and getopt_long could not find the one option it means.
std::string explain_unknown(std::string_view argument) {
  const std::string_view name = argument.substr(2, argument.find('=') - 2);
  const std::vector<std::string_view> candidates = long_options_starting(name);
  if (candidates.size() < 2) return fmt::format("unrecognized option '{}'", argument);
  std::string text = fmt::format("option '{}' is ambiguous; possibilities:", argument);
  for (const std::string_view candidate : candidates) text += fmt::format(" '--{}'", candidate);
  return text;
}

std::string_view full_name(int value) {
  for (const ::option* each = long_options; each->name != nullptr; ++each) {
    if (each->val == value) return each->name;
  }
  return {};
}

std::string explain(int returned, std::string_view argument) {
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

}  // namespace

complaint explain_bad_option(int returned, std::string_view argument) {
  return {.message = explain(returned, argument), .detail = {}, .hint = std::string(help_hint), .context = {}};
}

}  // namespace pgpipe::app::bench
